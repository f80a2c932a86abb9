import { demoMark } from './demoMark.ts'
import { formatClock, formatNearDay } from './japanese.ts'

const BAN = 'Search Ban'

/** E.g. 11月28日 9時. */
function hourOf(time: number): string {
  return `${formatNearDay(time)} ${Number(formatClock(time).slice(0, 2))}時`
}

type News = { sandbox: boolean; version: number | null; confirmedAt: number | null } & (
  | { name: string; notFound: { version: number | null } | null }
  | { posts: readonly string[]; back: { version: number | null; posts: readonly string[] } | null }
)

/** Texts about a ban that is no longer found, or posts that are found again. That does not mean that X has lifted anything. */
function changed(news: News): string {
  return `${demoMark(news.sandbox)}${whatChanged(news)}（${hourOf(news.confirmedAt ?? 0)}）`
}

function whatChanged(news: News): string {
  if ('name' in news) return `@${news.name}：${BAN}は検出されませんでした`
  const [all, back] = [news.posts.length, news.back?.posts.length ?? 0]
  const part = back < all ? `のうち${back}件` : ''
  return `検索に出なかったポスト${all}件${part}が、検索で見つかりました`
}

/** Two checks agree. */
function agreed(news: News): string {
  const isOfPosts = 'posts' in news
  const version = isOfPosts ? news.back?.version : news.notFound?.version
  const then = isOfPosts ? '検索除外とされた' : '検出された'
  const method = news.version === version ? '' : `判定の方法は、${then}ときとは違います。`
  return `2回続けて${isOfPosts ? '検索で見つかりました' : '検出されませんでした'}。${method}`
}

/** Every sentence about watches: the offer, what the device can do, and the news. */
export const watchText = {
  offer: '解除されたら知らせる',
  title: (ban: string) => `${ban}の見守り`,
  stop: '見守りをやめる',
  active: (watched: { name: string } | { posts: readonly string[] }, day: string) =>
    `${'name' in watched ? `@${watched.name} ` : `検索に出なかったポスト${watched.posts.length}件`}を見守っています（${day}まで）`,
  /** Says in one sentence what this device can do. */
  ability: {
    background: (days: number, kind: 'account' | 'posts') =>
      `ブラウザが許すときに1日1回までこの端末が自動で確かめ、2回続けて${kind === 'posts' ? '検索で見つかれば' : '検出されなければ'}通知します（${days}日間）。`,
    silent: (days: number) =>
      `ブラウザが許すときに1日1回までこの端末が自動で確かめ、変わったことは次にトップページを開いたときにお知らせします。通知は許可されていません（${days}日間）。`,
    opened: (days: number) =>
      `トップページを開いたときに、1日1回まで確かめてお知らせします（${days}日間）。この端末では、ページを開かずに確かめることはできません。`,
  },
  failed: {
    many: '見守れるのは一度に5件までです。ほかの見守りをやめてからお試しください。',
    off: '「チェックの結果をこの端末に残す」が切れているため、見守れません。',
    full: '端末の空き容量が足りないため、見守れません。',
    unavailable: 'このブラウザでは記録を残せないため、見守れません。',
  },
  none: {
    account: 'この結果では検出されていないため、見守れません。',
    posts: 'この記録には検索除外のポストがないため、見守れません。',
  },
  notification: (news: News) => ({
    title: changed(news),
    body: agreed(news),
  }),
  news: {
    label: '見守りのお知らせ',
    confirmed: (news: News) => `${changed(news)}。${agreed(news)}`,
    once: (news: News) => `${changed(news)}。次のチェックでもう一度確かめます。`,
    watching: (count: number) => `${count}件を見守っています。`,
    close: '閉じる',
  },
} as const
