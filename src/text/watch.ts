import { demoMark } from './demoMark.ts'
import { formatClock, formatNearDay } from './japanese.ts'

const BAN = 'Search Ban'

/** E.g. 11月28日 9時. */
function hourOf(time: number): string {
  return `${formatNearDay(time)} ${Number(formatClock(time).slice(0, 2))}時`
}

const notFound = (isDemo: boolean, name: string, at: number) =>
  `${demoMark(isDemo)}@${name}：${BAN}は検出されませんでした（${hourOf(at)}）`

type News = {
  name: string
  sandbox: boolean
  version: number | null
  notFound: { version: number | null } | null
  confirmedAt: number | null
}

/** Two checks agree, which is not the same as X having lifted anything. */
function agreed({ version, notFound }: News): string {
  const method = version === notFound?.version ? '' : '判定の方法は、検出されたときとは違います。'
  return `2回続けて検出されませんでした。${method}`
}

/** Every sentence about watches: the offer, what the device can do, and the news. */
export const watchText = {
  offer: '解除されたら知らせる',
  title: (ban: string) => `${ban}の見守り`,
  stop: '見守りをやめる',
  active: (name: string, day: string) => `@${name} を見守っています（${day}まで）`,
  /** What this device can do, in one sentence. */
  ability: {
    background: (days: number) =>
      `ブラウザが許すときに1日1回までこの端末が自動で確かめ、2回続けて検出されなければ通知します（${days}日間）。`,
    silent: (days: number) =>
      `ブラウザが許すときに1日1回までこの端末が自動で確かめ、変わったことは次にトップページを開いたときにお知らせします。通知は許可されていません（${days}日間）。`,
    opened: (days: number) =>
      `この端末では自動では確かめられません。次にトップページを開いたときに、1日1回まで確かめてお知らせします（${days}日間）。`,
  },
  failed: {
    many: '見守れるのは一度に5件までです。ほかの見守りをやめてからお試しください。',
    none: 'この結果では検出されていないため、見守れません。',
    off: '「チェックの結果をこの端末に残す」が切れているため、見守れません。',
    full: '端末の空き容量が足りないため、見守れません。',
    unavailable: 'このブラウザでは記録を残せないため、見守れません。',
  },
  notification: (news: News) => ({
    title: notFound(news.sandbox, news.name, news.confirmedAt ?? 0),
    body: agreed(news),
  }),
  news: {
    label: '見守りのお知らせ',
    confirmed: (news: News) => `${notFound(news.sandbox, news.name, news.confirmedAt ?? 0)}。${agreed(news)}`,
    once: (isDemo: boolean, name: string, at: number) =>
      `${notFound(isDemo, name, at)}。次のチェックでもう一度確かめます。`,
    watching: (count: number) => `${count}件を見守っています。`,
    close: '閉じる',
  },
} as const
