import type { AccountState } from '../log/store/LoggedCheck.ts'
import { resultText } from './result.ts'

/** Every sentence of the log that the device keeps. Apart from the other texts, so that the first page does not load it. */
export const logText = {
  h1: 'この端末の記録',
  lead: '記録はこの端末のブラウザだけに保存され、どこにも送信されません。',
  keep: 'チェックの結果をこの端末に残す',
  empty: 'まだ記録はありません。',
  away: 'このブラウザでは記録を残せません（プライベートブラウズなど）。',
  full: '端末の空き容量が足りないため、記録できませんでした。',
  unreadable: (count: number) => `読めない記録が${count}件ありました。`,
  sandbox: 'デモ用の架空データ',
  check: 'もう一度チェック',
  remove: 'この記録を削除',
  removeAll: 'すべて削除',
  removed: '削除しました。',
  restored: '元に戻しました。',
  undo: '元に戻す',
  firstCheck: '最初の記録です',
  total: (checks: number) => `${checks.toLocaleString('ja-JP')}件のチェックを記録しています。`,
  finding: (ban: string, words: string) => `${ban} ・ ${words}`,
  same: (date: string) => `前回（${date}）から変わっていません`,
  since: (date: string, changes: readonly string[]) => `前回（${date}）から：${changes.join('、')}`,
  change: {
    found: (ban: string) => `${ban} が新たに検出されました`,
    gone: (ban: string) => `${ban} が検出されなくなりました`,
    foundAfterUnknown: (ban: string) => `${ban} が検出されました（前回は判定不可）`,
    clearAfterUnknown: (ban: string) => `${ban} は検出されませんでした（前回は判定不可）`,
    unknown: (ban: string) => `${ban} を判定できませんでした`,
    state: (before: string, now: string) => `アカウントの状態が「${before}」から「${now}」に変わりました`,
    excluded: (before: number, now: number) => `検索除外のポストが${before}件から${now}件になりました`,
  },
  state: {
    open: 'チェックできるアカウント',
    no_tweet: resultText.state.no_tweet.title,
    not_found: resultText.state.not_found.title,
    suspend: resultText.state.suspend.title,
    protect: resultText.state.protect.title,
  } satisfies Record<AccountState, string>,
  found: (bans: readonly string[]) => `検出：${bans.join('、')}`,
  posts: (looked: number, excluded: number) => `直近のポスト${looked}件のうち検索除外${excluded}件`,
  csv: {
    head: ['アカウント', '日時', 'データ', '状態'],
    posts: [resultText.badge.ok, resultText.badge.excluded, resultText.badge.quote, resultText.badge.error],
    real: 'X',
  },
} as const
