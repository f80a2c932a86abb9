import { POST_GROUPS } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { demoMark } from './demoMark.ts'
import { filesText } from './files.ts'
import { resultText } from './result.ts'

/** Groups in the order of a saved file's columns: those that it has always had come first. */
const FIRST: readonly PostGroup[] = ['ok', 'excluded', 'quote', 'error']
export const csvColumnGroups = [...FIRST, ...POST_GROUPS.filter((group) => !FIRST.includes(group))]

export const logText = {
  h1: 'この端末の記録',
  lead: 'この端末のブラウザだけに保存されます。自分で共有しないかぎり、外には出ません。',
  keep: 'チェックの結果をこの端末に残す',
  empty: {
    title: 'まだ記録はありません',
    whileOn: 'チェックすると、結果と前回からの変化がここに残ります。',
    whileOff: 'いまはチェックしても、結果はここに残りません。残すときは、下の設定をオンにしてください。',
    account: 'アカウントをチェック',
    posts: 'ポストをチェック',
  },
  away: 'このブラウザでは記録を残せません（プライベートブラウズなど）。',
  /** Why a result was not stored, by the outcome; nothing is said if the visitor switched the log off. */
  fault: {
    kept: null,
    off: null,
    full: '端末の空き容量が足りないため、記録できませんでした。',
    unavailable: 'この結果は端末に記録できませんでした。',
  },
  unreadable: (count: number) => `読めない記録が${count}件ありました。`,
  sandbox: filesText.demo,
  check: 'もう一度チェック',
  strip: {
    label: (shown: number, all: number) =>
      shown === all ? `これまでの${all}回の結果（古い順）` : `最近の${shown}回の結果（古い順）`,
    dot: (isDemo: boolean, time: string, state: string) => `${demoMark(isDemo)}${time}：${state}`,
    ends: (first: string, last: string) => `${first} → ${last}`,
  },
  remove: 'この記録を削除',
  removeAll: 'すべて削除',
  removesLinks: '共有した結果のページは、期限まで残ります。',
  safari: 'Safariでは、7日間開かないと記録が消えることがあります。',
  settings: '記録の設定とファイル',
  file: {
    restore: 'ファイルから戻す',
    restored: (count: number) => `${count.toLocaleString('ja-JP')}件の記録をファイルから戻しました。`,
    same: 'ファイルの記録は、すべてこの端末にあります。',
    isOther: 'この端末の記録のファイル（JSON）ではないようです。',
  },
  removed: '削除しました。',
  measurements: (count: number) => `計算の測定${count.toLocaleString('ja-JP')}件も残っています`,
  months: (months: number) => `X公式レポート${months.toLocaleString('ja-JP')}か月分も残しています`,
  /** Opens the checks of an account before the latest ones. */
  older: (checks: number) => `それより前の${checks.toLocaleString('ja-JP')}件`,
  observation: (ban: string, words: string) => `${ban} ・ ${words}`,
  batches: 'ポストのチェック',
  batch: (total: number, groups: readonly string[]) => `全${total}件：${groups.join('、')}`,
  openBatch: '保存した結果を開く',
  batchGone: 'サーバーでの保存期間は過ぎました。',
  postObservations: '自分で確かめたポスト',
  postOf: (name: string) => `@${name} のポスト`,
  same: (date: string) => `前回（${date}）から変わっていません`,
  /** Shown between checks by different versions of the method: the difference may be due to the method alone. */
  otherMethod: (date: string) => `前回（${date}）とは判定の方法が違うため、比べていません`,
  /** The name came to belong to somebody else since. */
  otherAccount: () => '前回とは別のアカウントです。比べられません。',
  /** Nothing was judged in both checks. */
  nothingToCompare: (date: string) => `前回（${date}）とは比べられません`,
  since: (date: string, changes: readonly string[]) => `前回（${date}）との違い：${changes.join('、')}`,
  /** Shown if something could not be compared, because only one of the two checks asked for it. */
  samePart: (date: string) => `前回（${date}）と比べられるところは変わっていません`,
  /** `since`: null for the check that is shown. */
  foundSince: (since: string | null, notBefore: string | null) =>
    `${since ?? '今回'}のチェックから検出${notBefore === null ? '' : `（${notBefore}は検出なし）`}`,
  listed: (sentences: readonly string[]) => sentences.join('、'),
  besides: (sentences: readonly string[]) => `ほかの違い：${sentences.join('、')}`,
  /** The change of one ban, or of several that changed in the same way, shown below the result. "Not found now" never says that X lifted anything. */
  transition: {
    state: {
      found: () => '検出',
      clear: () => '検出なし',
      partly: (words: string) => words.replace(/が見つかりました。$/, '検索に表示'),
      unknown: () => '未判定',
    },
    several: (count: number) => `${count}項目`,
    sentence: (date: string, ban: string, before: string, now: string) =>
      `${ban}：${before} → ${now}（前回 ${date}）`,
  },
  change: {
    found: (ban: string) => `${ban}が新たに検出されました`,
    gone: (ban: string) => `${ban}が検出されなくなりました`,
    foundAfterUnknown: (ban: string) => `${ban}が検出されました（前回は未判定）`,
    clearAfterUnknown: (ban: string) => `${ban}は検出されませんでした（前回は未判定）`,
    unknown: (ban: string) => `今回、${ban}は判定できませんでした`,
    partly: (looked: number, found: number) =>
      `検索で見つかったポストが${looked}件中${found}件だけになりました`,
    whole: '検索に出ないポストがなくなりました',
    withheld: '国による表示の制限が変わりました',
    state: (before: string, now: string) => `アカウントの状態が「${before}」から「${now}」に変わりました`,
    /** X does not always say whether an account is there and can be seen. */
    stateUnknown: {
      now: '今回はアカウントの状態がわかりませんでした',
      before: (now: string) => `アカウントの状態は「${now}」です（前回はわかりませんでした）`,
    },
    became: (badge: string, count: number) => `${count}件のポストが${badge}になりました`,
    unjudgedBefore: (badge: string, count: number) =>
      `${count}件のポストは${badge}です（前回は未判定で、比べられません）`,
    isNew: (badge: string, count: number) => `前回の一覧になかったポストのうち${count}件が${badge}です`,
    repostsAsked: {
      now: '前回はリポストと引用ポストを含めていないため、ポストは比べていません',
      before: '今回はリポストと引用ポストを含めていないため、ポストは比べていません',
    },
    postsMissing: {
      now: '今回は直近のポストを取得できませんでした',
      before: '前回は直近のポストを取得できませんでした',
    },
    postsUnchecked: {
      now: '今回は直近のポストを調べていません',
      before: '前回は直近のポストを調べていません',
    },
  },
  state: {
    open: '公開中',
    unknown: 'わかりません',
    no_tweet: resultText.state.no_tweet.title,
    not_found: resultText.state.not_found.title,
    suspend: resultText.state.suspend.title,
    protect: resultText.state.protect.title,
  },
  found: (bans: readonly string[]) => `検出：${bans.join('、')}`,
  /** Names each group that has posts, except the group of posts that search found. The group of excluded posts is always named. */
  posts: (looked: number, counts: Record<PostGroup, number>) =>
    `直近のポスト${looked}件のうち${POST_GROUPS.filter(
      (group) => group === 'excluded' || (group !== 'ok' && counts[group] > 0),
    )
      .map((group) => `${resultText.badge[group]}${counts[group]}件`)
      .join('、')}`,
  item: (name: string, words: string) => `${name}：${words}`,
  earlier: {
    label: '以前の結果',
    date: (date: string) => `${date}の結果です。いまの状態とは違うことがあります。`,
  },
  csv: {
    account: 'アカウント',
    time: '日時',
    head: ['データ', '状態'],
    posts: csvColumnGroups.map((group) => resultText.badge[group]),
    batch: 'ポストのチェック',
    saved: '保存した結果',
    postsMissing: '直近のポスト',
    version: '判定の方法の版',
    asked: 'Xに問い合わせた日時',
  },
} as const
