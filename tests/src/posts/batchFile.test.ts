import { parse } from 'valibot'
import { expect, it } from 'vitest'
import { PostEvidence } from '../../../contract/evidence.ts'
import { batchData, batchRows } from '../../../src/posts/batchExport.ts'
import { resultText } from '../../../src/text/result.ts'

const TIME = Date.UTC(2026, 10, 21, 9, 20)
const AT = '2026-11-21T09:20:00.000Z'
const POST = 'https://x.com/a/status/1234567890123456789'
const POSTED = ['2020-03-03 04:54', '2020-03-02T19:54:56.824Z']
const AT_BOTH = ['2026-11-21 18:20', AT]
const NO_FINDINGS = new Map()
const { badge, reason } = resultText

it('has a column for each fact, in the order of its head', () => {
  expect(batchRows([], NO_FINDINGS)).toEqual([
    [
      'URL',
      '結果',
      'ポストの日時（日本時間）',
      'ポストの日時（ISO 8601）',
      '説明',
      'API検索',
      '確認日時（日本時間）',
      '確認日時（ISO 8601）',
      '投稿者',
      'あなたの確認',
      'あなたの確認の日時（日本時間）',
      'あなたの確認の日時（ISO 8601）',
    ],
  ])
})

it.each([
  ['AVAILABLE', badge.ok, ''],
  ['FORBIDDEN', badge.excluded, ''],
  ['QUATE_FORBIDDEN', badge.quote, ''],
  ['RESTRICTED', badge.restricted, ''],
  ['UNSEARCHED', badge.unsearched, ''],
  ['NOT_FOUND', badge.error, reason.notFound],
  ['UNKNOWN', badge.error, reason.unknown],
  ['SOMETHING_NEW', badge.error, reason.unknown],
  [undefined, badge.error, reason.unknown],
] as const)('gives a post with the status %s a row, without what nobody said', (status, said, why) => {
  const post = status === undefined ? { url: POST } : { url: POST, status }
  expect(batchRows([post], NO_FINDINGS)[1]).toEqual([
    POST,
    said,
    ...POSTED,
    why,
    ...Array.from({ length: 3 }, () => null),
    undefined,
    ...Array.from({ length: 3 }, () => null),
  ])
})

it('gives no date to what is no post, and says why a check failed', () => {
  const [, wrong, early, failed] = batchRows(
    [
      { url: '=1', status: 'INVALID_URL' },
      { url: 'https://x.com/a/status/1', status: 'AVAILABLE' },
      { url: POST, status: 'UNKNOWN', code: 503, message: 'busy' },
    ],
    NO_FINDINGS,
  )
  expect(wrong?.slice(0, 5)).toEqual(['=1', badge.error, null, null, reason.invalidUrl])
  expect(early?.[2]).toBeNull()
  expect(failed?.[4]).toBe(reason.failed('busy', 503))
})

const evidenceOf = (change: object) =>
  parse(PostEvidence, { visible: true, found: null, reason: null, ...change })

it.each([
  [true, '見つかった'],
  [false, '見つからなかった'],
  [null, '確かめていない'],
])('says that search answered %j', (found, words) => {
  const evidence = evidenceOf({ found, time: TIME, author: 'someone' })
  const [, row] = batchRows([{ url: POST, status: 'UNSEARCHED', evidence }], NO_FINDINGS)
  expect(row?.slice(5)).toEqual([words, ...AT_BOTH, 'someone', null, null, null])
})

it('leaves the time empty where search was not asked', () => {
  const [, row] = batchRows([{ url: POST, status: 'UNSEARCHED', evidence: evidenceOf({}) }], NO_FINDINGS)
  expect(row?.slice(5, 9)).toEqual(['確かめていない', null, null, undefined])
})

it('explains what a status rests on', () => {
  const evidence = evidenceOf({ reason: 'budget', time: TIME, author: 'someone' })
  const [, row] = batchRows([{ url: POST, status: 'UNSEARCHED', evidence }], NO_FINDINGS)
  expect(row?.[4]).toContain('@someone')
  expect(row?.[4]).toContain('本日の検索の上限に達したため')
})

it('says what the visitor saw, of that post alone', () => {
  const findings = new Map([
    ['1234567890123456789', { answer: 'unseen', at: TIME } as const],
    ['5', { answer: 'seen', at: TIME + 1 } as const],
  ])
  const posts = [
    { url: POST, status: 'FORBIDDEN' },
    { url: 'https://x.com/a/status/5', status: 'AVAILABLE' },
    { url: 'https://x.com/a/status/6', status: 'AVAILABLE' },
    { url: 'no post' },
  ] as const
  expect(batchRows(posts, findings).map((row) => row.slice(9))).toEqual([
    ['あなたの確認', 'あなたの確認の日時（日本時間）', 'あなたの確認の日時（ISO 8601）'],
    ['見えなかった', ...AT_BOTH],
    ['見えた', '2026-11-21 18:20', '2026-11-21T09:20:00.001Z'],
    [null, null, null],
    [null, null, null],
  ])
  expect(batchData(posts, TIME, findings)).toEqual({
    version: 1,
    checkedAt: AT,
    results: posts,
    ownFindings: [
      { url: POST, answer: 'unseen', at: AT },
      { url: 'https://x.com/a/status/5', answer: 'seen', at: '2026-11-21T09:20:00.001Z' },
    ],
  })
})
