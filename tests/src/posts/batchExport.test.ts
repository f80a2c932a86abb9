import { whyUnjudged } from '../../../src/text/reasons.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PostEvidence } from '../../../contract/wire.ts'
import { recordByBan } from '../../../contract/outcomes.ts'
import type { AccountCheck, ItemEvidence } from '../../../contract/wire.ts'
import { accountShareText, postsShareText } from '../../../src/account/share.ts'
import {
  countPostsByAuthor,
  batchExportData,
  batchCsvRows,
  batchShareText,
} from '../../../src/posts/batchExport.ts'
import type { FinishedBatch } from '../../../src/results/finishedBatch.ts'
import type { ListedPost } from '../../../src/results/posts.ts'
import { ShareButton } from '../../../src/results/ShareRow.tsx'
import type { ObservationSubject } from '../../../src/storage/records.ts'
import { resultText } from '../../../src/text/result.ts'
import { finished } from '../account/clearCheck.ts'

/** X puts every address behind one of its own, of this length. Bare hosts count as addresses too; our texts hold none. */
const URL_WEIGHT = 23
const URLS = /https?:\/\/[\w.:/?=&#%~+-]+/g

/** An emoji weighs as much as one heavy letter, however many code points it has. */
const EMOJI = /\p{RGI_Emoji}/gv

/** At least as long as X says that a post is, by the configuration of its twitter-text, version 3; it takes up to 280. */
function weightedLength(post: string): number {
  const letters = [...post.normalize('NFC').replaceAll(URLS, 'x'.repeat(URL_WEIGHT)).replaceAll(EMOJI, '字')]
  return letters.reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) <= 4351 ? 1 : 2), 0)
}

/** A check of these posts by X that was not saved, but for the changes. */
const batchOf = (results: readonly ListedPost[], changes: Partial<FinishedBatch> = {}): FinishedBatch => ({
  results,
  timestamp: 0,
  savedAt: 0,
  sessionId: '',
  upstream: 'x-api',
  ...changes,
})

const post = (typed: string, author?: string) => ({
  url: `https://x.com/${typed}/status/1980000000000000001`,
  status: 'AVAILABLE',
  ...(author && { evidence: { visible: true, found: true, reason: null, author } }),
})

it('the authors of a batch are the names that X gives, each once in any case, without the names in the URLs of other posts', () => {
  const posts = [post('typed', 'Real'), post('other', 'real'), post('unknown')]
  expect(countPostsByAuthor(posts)).toEqual({ names: ['Real'], isKnown: true })
})

it('the authors of a batch are the names in the URLs, marked as not confirmed, if X names nobody', () => {
  expect(countPostsByAuthor([post('a'), post('A'), post('i'), post('b')])).toEqual({
    names: ['a', 'b'],
    isKnown: false,
  })
  expect(countPostsByAuthor([post('i'), { url: 'no post' }])).toEqual({ names: [], isKnown: false })
})

it('at most eight authors of a batch are named', () => {
  const named = (...names: string[]) => countPostsByAuthor(names.map((name) => post(name))).names
  expect(named(...'abcdefghij')).toEqual([...'abcdefgh'])
  expect(named(...'aabbccddeeffgghh', 'A', 'j')).toEqual([...'abcdefgh'])
  expect(named(...'abcdefg')).toEqual([...'abcdefg'])
})

describe('batchFile', () => {
  const TIME = Date.UTC(2026, 10, 21, 9, 20)
  const AT = '2026-11-21T18:20:00.000+09:00'
  const POST = 'https://x.com/a/status/1234567890123456789'
  const POSTED = ['2020-03-03 04:54', '2020-03-03T04:54:56.824+09:00']
  const AT_BOTH = ['2026-11-21 18:20', AT]
  const nothing = () => undefined
  const rowsOf = (results: readonly ListedPost[], changes?: Partial<FinishedBatch>) =>
    batchCsvRows(batchOf(results, { timestamp: TIME, ...changes }), nothing)
  const { badge, reason } = resultText

  it('the CSV of a batch has a column for each fact, in the order of its head', () => {
    expect(rowsOf([])).toEqual([
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
        '自分の確認',
        '自分の確認の日時（日本時間）',
        '自分の確認の日時（ISO 8601）',
        'チェック日時（日本時間）',
        'チェック日時（ISO 8601）',
        'データ',
        '判定方法の版',
      ],
    ])
  })

  it('the CSV of a batch says why search was not asked for a post', () => {
    const reason = { cause: 'sensitive' } as const
    const post = { url: POST, status: 'UNSEARCHED', evidence: { visible: true, found: null, reason } }
    expect(rowsOf([post])[1]?.slice(4, 6)).toEqual([
      whyUnjudged(reason),
      `${badge.unsearched}：${whyUnjudged(reason)}`,
    ])
  })

  it.each([
    ['FORBIDDEN', badge.excluded, ''],
    ['NOT_FOUND', badge.error, reason.NOT_FOUND],
  ] as const)(
    'the CSV of a batch has a row for a post with the status %s, with empty cells for what nobody said',
    (status, said, why) => {
      expect(rowsOf([{ url: POST, status }])[1]).toEqual([
        POST,
        said,
        ...POSTED,
        why,
        ...Array.from({ length: 3 }, () => null),
        undefined,
        ...Array.from({ length: 3 }, () => null),
        ...AT_BOTH,
        'X',
        undefined,
      ])
    },
  )

  it('the CSV of a batch gives no date to a line that is not a dated post, and says why a check failed', () => {
    const [, wrong, early, failed] = rowsOf([
      { url: '=1', status: 'INVALID_URL' },
      { url: 'https://x.com/a/status/1', status: 'AVAILABLE' },
      { url: POST, status: 'UNKNOWN', code: 503, message: 'busy' },
    ])
    expect(wrong?.slice(0, 5)).toEqual(['=1', badge.error, null, null, reason.INVALID_URL])
    expect(early?.[2]).toBeNull()
    expect(failed?.[4]).toBe(reason.failed('busy', 503))
  })

  const evidenceOf = (change: object) =>
    parse(PostEvidence, { visible: true, found: null, reason: null, ...change })

  it.each([
    [true, '見つかった'],
    [false, '見つからなかった'],
    [null, '未判定'],
  ])('the CSV of a batch says that search answered %j', (found, words) => {
    const evidence = evidenceOf({ found, time: TIME, author: 'someone' })
    const [, row] = rowsOf([{ url: POST, status: 'UNSEARCHED', evidence }])
    expect(row?.slice(5, 12)).toEqual([words, ...AT_BOTH, 'someone', null, null, null])
  })

  it('the files of a batch name the method with its version, and the JSON the time of the first request to X', () => {
    const evidence = evidenceOf({ found: true, time: TIME, version: 2 })
    const judged = [{ url: POST, status: 'AVAILABLE', evidence }]
    expect(rowsOf(judged)[1]?.at(-1)).toBe(2)
    expect(batchExportData(batchOf(judged), nothing).method).toEqual({
      name: 'x_search',
      version: 2,
      asked: TIME,
    })
  })

  it('the files of a batch contain the visitor’s own observation of each post, and of no other post', () => {
    const observed = new Map([
      ['1234567890123456789', { answer: 'unseen', at: TIME } as const],
      ['5', { answer: 'seen', at: TIME + 1 } as const],
    ])
    const posts = [
      { url: POST, status: 'FORBIDDEN' },
      { url: 'https://x.com/a/status/5', status: 'AVAILABLE' },
      { url: 'https://x.com/a/status/6', status: 'AVAILABLE' },
      { url: 'no post' },
    ] as const
    const batch = batchOf(posts, { timestamp: TIME })
    const getObserved = ({ item }: ObservationSubject) => observed.get(item)
    const rows = batchCsvRows(batch, getObserved).map((row) => row.slice(9, 12))
    expect(rows.slice(1)).toEqual([
      ['見えなかった', ...AT_BOTH],
      ['見えた', '2026-11-21 18:20', '2026-11-21T18:20:00.001+09:00'],
      [null, null, null],
      [null, null, null],
    ])
    expect(batchExportData(batch, getObserved)).toEqual({
      version: 1,
      sandbox: false,
      checkedAt: AT,
      checkedAtInJapan: '2026-11-21 18:20',
      results: posts.map((post) => Object.assign({ checkedAt: AT }, post)),
      ownFindings: [
        { url: POST, answer: 'unseen', at: AT },
        { url: 'https://x.com/a/status/5', answer: 'seen', at: '2026-11-21T18:20:00.001+09:00' },
      ],
    })
  })

  it('the files of a batch give each row the time of the batch or of its own repeated check, and mark demo data', () => {
    const posts = [
      { url: 'a', previewTicket: '17.abc' },
      { url: 'b', again: TIME + 60_000 },
    ]
    const later = '2026-11-21T18:21:00.000+09:00'
    const demo = { upstream: 'sandbox' }
    expect(rowsOf(posts, demo).map((row) => row.slice(12, 15))).toEqual([
      ['チェック日時（日本時間）', 'チェック日時（ISO 8601）', 'データ'],
      [...AT_BOTH, 'デモ用の架空データ'],
      ['2026-11-21 18:21', later, 'デモ用の架空データ'],
    ])
    const data = batchExportData(batchOf(posts, { timestamp: TIME, ...demo }), nothing)
    expect(data).toMatchObject({
      sandbox: true,
      results: [
        { url: 'a', checkedAt: AT },
        { url: 'b', checkedAt: later },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('previewTicket')
  })
})

describe('batchShareText', () => {
  const AT = new Date(2026, 10, 21, 23, 59, 58).getTime()
  const ID = 'A_-bcdefghijklmnopqr01'
  const STATUSES = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'RESTRICTED', 'UNSEARCHED', 'NOT_FOUND']
  /** Three-digit counts in every group. */
  const posts = STATUSES.flatMap((status) =>
    Array.from({ length: 999 }, () => ({ url: 'a', status, isPinned: false })),
  )

  beforeEach(() => void vi.stubGlobal('location', { origin: 'https://a-long-host-name.example.co.jp' }))
  afterEach(() => void vi.unstubAllGlobals())

  it('a batch is shared with its time, its counts and the link to its history, or to the tool if it was not saved', () => {
    const statuses = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'who knows']
    const batch = statuses.map((status) => ({ url: 'a', status }))
    expect(batchShareText(batchOf(batch, { timestamp: AT, sessionId: ID })).split('\n')).toEqual([
      'ポストの検索除外チェック結果',
      '2026年11月21日 23時59分58秒',
      '',
      '全4件',
      '✅ 検索OK 1件',
      '❌ 検索除外 1件',
      '⚠️ 引用元除外 1件',
      '',
      '#シャドウバンチェッカー #ポスト検索除外',
      `https://a-long-host-name.example.co.jp/tweetcheck/history/${ID}`,
    ])
    expect(batchShareText(batchOf([]))).toMatch(/\/tweetcheck$/)
  })

  const how = { screenName: 'w'.repeat(15), at: AT, upstream: 'sandbox' }
  const check = (flag: boolean | null, more: Partial<AccountCheck> = {}, upstream = 'sandbox') =>
    finished({ ...recordByBan(() => flag), tweets: posts, ...more }, { ...how, upstream })

  const partly = (looked: number, found: number) => {
    const items = recordByBan((): ItemEvidence => ({ method: null, reason: null }))
    const search_ban: ItemEvidence = { method: 'recent_search', reason: null, looked, found }
    return check(false, { evidence: { time: AT, items: { ...items, search_ban }, withheld: ['JP'] } })
  }

  it.each([
    ['a batch', () => batchShareText(batchOf(posts, { timestamp: AT, upstream: 'sandbox' }))],
    ['the posts of an account', () => postsShareText(check(false))],
    ['an account in the clear', () => accountShareText(check(false))],
    ['an account with every ban', () => accountShareText(check(true))],
    [
      'an account of which search found some posts, withheld in Japan',
      () => accountShareText(partly(100, 99)),
    ],
    ['an account that could not be judged', () => accountShareText(check(null))],
  ])('the shared text of %s stays within the 280 weighted characters of X', (_, share) => {
    const words = share()
    expect(words).toContain('999')
    expect(weightedLength(words)).toBeLessThanOrEqual(280)
    expect(weightedLength(words)).toBeGreaterThan(60)
  })

  it('a shared text about demo data begins with the word for a demo', () => {
    const saved = { timestamp: AT, sessionId: ID }
    expect(batchShareText(batchOf(posts, { ...saved, upstream: 'sandbox' }))).toMatch(
      /^【デモ】架空のデータです\n/,
    )
    expect(batchShareText(batchOf(posts, saved))).not.toContain('デモ')
    expect(accountShareText(check(false))).toMatch(/^【デモ】架空のデータです\n/)
    expect(accountShareText(check(false, {}, 'x-api'))).not.toContain('デモ')
  })

  it('a shared text is the only parameter of X’s post form, and complete', () => {
    const words = batchShareText(batchOf(posts, { timestamp: AT, sessionId: ID }))
    const html = renderToStaticMarkup(createElement(ShareButton, { about: '', words }))
    const intent = new URL(/href="([^"]*)"/.exec(html)?.[1] ?? '')
    expect(intent.origin + intent.pathname).toBe('https://x.com/intent/tweet')
    expect([...intent.searchParams]).toEqual([['text', words]])
  })
})
