import {
  GROUP_BADGES,
  isRareGroup,
  GROUP_MARKS,
  groupsToShow,
  totalOfGroups,
} from '../../contract/outcomes.ts'
import { BANS } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { banTexts } from './bans.ts'
import { demoMark } from './demoMark.ts'
import { formatNumber } from './japanese.ts'

type Counts = Record<PostGroup, number>
type PostsShare = { isDemo: boolean; name: string; day: string; counts: Counts; url: string }
type BatchShare = { isDemo: boolean; time: string; total: number; counts: Counts; url: string }
type AccountShare = Omit<PostsShare, 'counts'> & { bans: readonly string[]; posts: readonly string[] }

export const resultText = {
  verdict: {
    none: 'シャドウバンは検出されませんでした',
    found: (count: number) => `${count}件のシャドウバンが検出されました`,
    foundOf: (bans: readonly string[]) => `${bans.join('、')}が検出されました`,
    noneOf: (bans: readonly string[]) => `${bans.join('、')}は検出されませんでした`,
    /** The one judged item is the Search Ban, whose row says so, and nothing else was found amiss. */
    inSearch: 'ポストは検索に出ています',
    unknown: 'シャドウバンかどうかは判定できませんでした',
    noPosts: (period: string) => `直近${period}にポストがありません（返信とリポストを除く）`,
    title: (name: string, sentence: string) => `@${name}：${sentence.replace(/^シャドウバンは(?=検出)/, '')}`,
    unjudged: (count: number) => `ほかの${count}項目は、今回は判定できませんでした`,
    noMethod: (count: number) => `ほかの${count}項目は、自動では調べられません`,
    withheldInJapan: (sentence: string) => `日本では表示が制限されています。${sentence}。`,
    someWithheldInJapan: (count: number, sentence: string) =>
      `${formatNumber(count)}件のポストは日本では表示が制限されています。${sentence}。`,
    partlyFound: (looked: number, found: number) =>
      `最近の${looked}件のうち、検索で見つかったのは${found}件です。`,
    /** Some of the posts, or all: `isPinned` if an older pinned post, which is not recent, is one of them. How many there are stands above their list. */
    somePosts: (count: number, isPinned: boolean) => {
      if (!isPinned) return `直近のポストのうち${count}件`
      return count === 1 ? '固定ポスト' : `固定ポストと、直近のポストのうち${count - 1}件`
    },
    allPosts: (count: number, isPinned: boolean) => {
      if (!isPinned) return `直近のポスト${count}件`
      return count === 1 ? '固定ポスト' : `固定ポストと直近のポスト${count - 1}件`
    },
    postsExcluded: (posts: string) => `${posts}が検索に出ていません`,
    postsAllExcluded: (posts: string) => `${posts}は、どれも検索に出ていません`,
    postsQuote: (posts: string) => `${posts}は、引用元のポストが表示されません`,
    postsRestricted: (posts: string) => `${posts}は、表示が制限されています`,
    postsUnsearched: '直近のポストは判定できませんでした',
    postsClear: (posts: string) => `${posts}は検索に出ています`,
    postsPartly: (posts: string, rest: number) =>
      `${posts}は検索に出ています（${rest}件は確認できませんでした）`,
    oldPin: (badge: string) => `（固定ポスト：${badge}）`,
  },
  ban: {
    ...banTexts,
    no: '検出されませんでした',
    yes: '検出されました',
    unknown: '未判定',
    some: '一部のポストだけ検索に出ています',
    partly: (looked: number, found: number) => `${looked}件中${found}件だけが見つかりました。`,
    label: (name: string, gloss: string) => `${name}（${gloss}）`,
    aboutItems: `${BANS.length}つの項目の説明`,
    unknownAbout: 'この項目は今回の方法では判定していません。「問題なし」を意味するものではありません。',
  },
  badge: GROUP_BADGES,
  list: {
    /** X does not always give twenty. */
    title: (count: number) => `直近${count}件のポスト`,
    goTo: 'ポストごとの結果を見る',
    awaited: 'ここに直近20件のポストが並びます',
    pinned: '固定ポスト',
    open: 'Xで開く',
    openOf: (day: string) => `${day}のポストを`,
    unsearched: {
      sensitive: 'センシティブ',
      withheld: '国や地域による制限',
      part: (what: string, count: number) => `${what} ${count}`,
      all: (parts: readonly string[]) => `（うち${parts.join('、')}）`,
    },
  },
  filter: {
    group: '表示する結果',
    chip: (label: string, count: number) => `${label} ${formatNumber(count)}`,
  },
  reason: {
    NOT_FOUND:
      'ポストが見つかりません。削除されたか、投稿者のアカウントが凍結・ロックされたか、URLが間違っている可能性があります。',
    INVALID_URL: 'ポストのURLではありません。',
    UNKNOWN: 'Xから答えを得られず、判定できませんでした。',
    failed: (message: string, code: number) => `${message}（${code}）`,
  },
  legend: '結果の見かた',
  empty: { title: 'No Data.', hint: '条件に合うポストがありません。表示する結果を変えてみてください。' },
  shareText: {
    partly: (mark: string, ban: string, looked: number, found: number) => `${mark} ${ban} ${found}/${looked}`,
    unknown: (mark: string, ban: string) => `${mark} ${ban} —`,
    account: ({ isDemo, name, day, bans, posts, url }: AccountShare) => {
      const lines = [...bans, '', ...(posts.length > 0 ? [...posts, ''] : [])]
      return composeSharedText(isDemo, [`@ ${name} のシャドウバンチェック結果`, day, '', ...lines], '', url)
    },
    latest: latestLines,
    posts: ({ isDemo, name, day, counts, url }: PostsShare) =>
      composeSharedText(
        isDemo,
        [`@ ${name} の直近${listedPostCount(counts)}件 検索除外チェック`, day, '', ...countLines(counts), ''],
        '',
        url,
      ),
    batch: ({ isDemo, time, total, counts, url }: BatchShare) => {
      const lines = [`全${total}件`, ...countLines(counts), '']
      return composeSharedText(
        isDemo,
        ['ポストの検索除外チェック結果', time, '', ...lines],
        ' #ポスト検索除外',
        url,
      )
    },
  },
  share: {
    action: 'Xでシェア',
    account: 'アカウントの結果を',
    posts: 'ポストの結果を',
    batch: 'チェック結果を',
    sheet: 'ほかのアプリで共有',
    copyCheck: '相手がチェックできるリンクをコピー',
  },
  postsVerdict: {
    none: '検索除外は検出されませんでした',
    unsearched: 'ポストを判定できませんでした',
    partly: (judged: number) => `判定できた${formatNumber(judged)}件に検索除外はありませんでした`,
    unknown: 'どのポストも判定できませんでした',
    failed: (count: number) => `${formatNumber(count)}件のポストがエラーになりました`,
    judged: (count: number) => `判定できた${formatNumber(count)}件に検索除外はありません。`,
    total: (count: number) => `全${formatNumber(count)}件`,
    sharedBefore: 'シェアとリンクの結果は、調べ直す前のものです。',
  },
  history: {
    h1: 'チェック履歴',
    loading: '履歴を読み込んでいます…',
    time: (date: string) => `${date} 時点の結果です`,
    open: '保存した結果を開く',
    leftOut: (lines: number) => `ポストのURLではなかった${lines}行は保存していません。`,
    kept: (days: number) => `この結果は${days}日間、リンクから見られます。`,
    keptAlways: (days: number | undefined) =>
      `保存した結果は${days === undefined ? '一定の期間' : `${days}日間`}見られます。期間を過ぎたものやURLが違うものは表示されません。`,
  },
  asked: (time: string) => `${time}にXで確認`,
  method: (version: number, asked: string | null) =>
    `判定方法：第${version}版${asked === null ? '' : `（${asked}にXへ問い合わせ）`}`,
  state: {
    not_found: {
      title: 'ユーザーが見つかりません',
      demo: 'これはデモです。実在のアカウントは調べられません。「試せるユーザー名」からお選びください。',
      about:
        '指定されたユーザー名のアカウントは、存在しないか削除されているため、チェックできません。つづりを確かめてください。名前が変わったか、凍結された可能性もあります。',
    },
    suspend: {
      title: 'アカウントが凍結されています',
      about: 'このアカウントは現在凍結されているため、チェックできません。Xに異議を申し立てられます。',
    },
    protect: {
      title: '非公開アカウントです',
      about:
        'このアカウントは非公開に設定されているため、チェックできません。公開中のアカウントだけをチェックできます。',
    },
    no_tweet: {
      title: 'ポストが存在しません',
      about: 'このアカウントはまだポストを投稿していません。',
    },
    rate_limit: {
      title:
        'サーバー負荷により取得できませんでした。時間帯をずらして再度実施いただきますようお願いいたします。',
    },
    postFirst: 'ポストしてから数日後にチェックしてください。',
    editName: 'ユーザー名を直す',
    otherName: '別のユーザー名',
    worthAt: (time: string) => `${time} ごろからお試しいただけます`,
  },
} as const

/** Composes a shared text. Only real results get a hashtag, so that demos are not found below it. */
function composeSharedText(isDemo: boolean, lines: readonly string[], moreTags: string, url: string): string {
  return isDemo
    ? [`${demoMark(isDemo)}架空のデータです`, ...lines, url].join('\n')
    : [...lines, `#シャドウバンチェッカー${moreTags}`, url].join('\n')
}

function countLines(counts: Counts): string[] {
  const named = groupsToShow(counts).filter((group) => GROUP_MARKS[group] !== null)
  return named.map((group) => `${GROUP_MARKS[group]} ${GROUP_BADGES[group]} ${counts[group]}件`)
}

/** X does not always give twenty posts, and never more. */
export const listedPostCount = (counts: Counts) => Math.min(totalOfGroups(counts), 20)

/** The same in two lines. With rare groups they are shorter and leave out what has no mark, to stay within what one post on X holds. */
function latestLines(counts: Counts): string[] {
  const shown = groupsToShow(counts)
  const isShort = shown.some(isRareGroup)
  const named = shown.filter((group) => !isShort || GROUP_MARKS[group] !== null)
  return [
    isShort ? `直近${listedPostCount(counts)}件` : `直近${listedPostCount(counts)}件のポスト`,
    named.map((group) => `${GROUP_BADGES[group]} ${counts[group]}`).join('／'),
  ]
}

/** X's own codes that are no countries: everywhere, and everywhere after a claim of copyright. */
export const EVERYWHERE_CODE = 'XX'
export const COPYRIGHT_CODE = 'XY'

export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('ja', { type: 'region', fallback: 'none' }).of(code.toUpperCase()) ?? code
  } catch {
    // No code of any country, or a browser without these names.
    return code
  }
}

/** X's form for appeals against a suspension. */
export const X_APPEAL_LINK = {
  url: 'https://help.x.com/ja/forms/account-access/appeals',
  name: '凍結への異議申し立て（Xヘルプ）',
} as const

/** X's own pages on what it keeps out of search, and on what else it shows to fewer people. */
export const X_HELP_LINKS = {
  search: {
    url: 'https://help.x.com/ja/rules-and-policies/x-search-policies',
    name: '検索のルールと制限（Xヘルプ）',
  },
  reach: {
    url: 'https://help.x.com/ja/rules-and-policies/x-reach-limited',
    name: 'リーチが制限される場合（Xヘルプ）',
  },
} as const
