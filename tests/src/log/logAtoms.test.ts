import { expect, it, vi } from 'vitest'
import { logRows } from '../../../src/log/logAtoms.ts'
import { resultText } from '../../../src/text/result.ts'
import { loggedCheck } from './deviceLog.ts'

const AT = Date.UTC(2026, 10, 21, 9, 20, 5)
const HEAD = [
  'アカウント',
  '日時（日本時間）',
  '日時（ISO 8601）',
  'データ',
  '状態',
  'Search Suggestion Ban',
  'Search Ban',
  'Ghost Ban',
  'Reply Deboosting',
  '検索OK',
  '検索除外',
  '引用元除外',
  'エラー',
  '閲覧制限',
  '未判定',
  '国による表示制限',
  '判定の方法の版',
  '保存した結果',
]

it('has a row a check with every column, in the order of its head', () => {
  const bans = { search_suggestion_ban: true, search_ban: false, ghost_ban: null, reply_deboosting: true }
  const posts = { ok: 1, excluded: 2, quote: 3, restricted: 4, unsearched: 5, error: 6 }
  expect(
    logRows(
      [loggedCheck({ at: AT, bans, posts, partly: { looked: 9, found: 4 }, withheld: ['JP'], version: 3 })],
      [],
    ),
  ).toEqual([
    HEAD,
    [
      'Name',
      '2026-11-21 18:20',
      '2026-11-21T18:20:05.000+09:00',
      'X',
      'Search Suggestion Ban、Reply Deboostingが検出されました',
      '検出されました',
      '9件中4件だけが見つかりました。',
      '未判定',
      '検出されました',
      1,
      2,
      3,
      6,
      4,
      5,
      '日本では表示が制限されています（Xの情報）。',
      3,
      null,
    ],
  ])
})

it('says which data are invented, and leaves what was not looked at empty', () => {
  const [head, row] = logRows([loggedCheck({ at: AT, sandbox: true, state: 'no_tweet', posts: null })], [])
  expect(row?.length).toBe(head?.length)
  expect(row?.slice(3, 5)).toEqual(['デモ用の架空データ', 'ポストが存在しません'])
  expect(row?.slice(9).filter((cell) => cell !== undefined && cell !== null)).toEqual([])
})

it.each([
  ['not_found', 'ユーザーが見つかりません'],
  ['suspend', 'アカウントが凍結されています'],
  ['protect', '非公開アカウントです'],
] as const)('names the state %s', (state, words) => {
  expect(logRows([loggedCheck({ state })], [])[1]?.[4]).toBe(words)
})

it('has its head alone where nothing is kept', () => {
  expect(logRows([], [])).toEqual([HEAD])
})

it('says of a check of posts without a finding that some could not be judged', () => {
  const counts = { ok: 1, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 3 }
  const batch = { at: AT, sandbox: false, counts, failed: 2, sessionId: '', keptUntil: null, savedRows: null }
  expect(logRows([], [batch])[1]?.[4]).toBe(resultText.postsVerdict.failed(2))
})

it('has the checks of posts below those of accounts, with their verdict and their link', () => {
  vi.stubGlobal('location', { origin: 'https://checker.example' })
  const counts = { ok: 1, excluded: 2, quote: 0, restricted: 0, unsearched: 0, error: 3 }
  const batch = {
    at: AT,
    sandbox: false,
    counts,
    failed: 1,
    sessionId: 'abc',
    keptUntil: null,
    savedRows: null,
  }
  const [head, , row, unsaved] = logRows([loggedCheck()], [batch, { ...batch, sandbox: true, sessionId: '' }])
  expect(row?.length).toBe(head?.length)
  expect(row?.slice(0, 5)).toEqual([
    'ポストのチェック',
    '2026-11-21 18:20',
    '2026-11-21T18:20:05.000+09:00',
    'X',
    '2件のポストが検索から除外されています',
  ])
  expect(row?.slice(9, 15)).toEqual([1, 2, 0, 3, 0, 0])
  expect(row?.at(-1)).toBe('https://checker.example/tweetcheck/history/abc')
  expect([unsaved?.[3], unsaved?.at(-1)]).toEqual(['デモ用の架空データ', null])
  vi.unstubAllGlobals()
})
