import { beforeEach, describe, expect, it } from 'vitest'
import type { PostGroup } from '../../../contract/outcomes.ts'
import { batchCsvRows } from '../../../src/posts/batchExport.ts'
import { changeOfPosts, readBatchesBefore, withEarlierResults } from '../../../src/posts/comparison.ts'
import { toStoredBatch } from '../../../src/results/finishedBatch.ts'
import type { FinishedBatch } from '../../../src/results/finishedBatch.ts'
import { storeBatch, readWholeLog } from '../../../src/storage/stores.ts'
import { comparisonText } from '../../../src/text/comparison.ts'
import { emptyDevice, storedBatch, written } from '../log/deviceLog.ts'

const STATUS = {
  ok: 'AVAILABLE',
  excluded: 'FORBIDDEN',
  quote: 'QUATE_FORBIDDEN',
  restricted: 'RESTRICTED',
  unsearched: 'UNSEARCHED',
  error: 'NOT_FOUND',
} as const satisfies Record<PostGroup, string>

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 27, 3)
const WEEK_AGO = NOW - 7 * DAY

const url = (id: string) => `https://x.com/taro/status/${id}`
const ids = (...posts: [string, PostGroup][]) => posts

/** A check of these posts by X, but for the changes. */
const batch = (posts: [string, PostGroup][], changes: Partial<FinishedBatch> = {}): FinishedBatch => ({
  results: posts.map(([id, group]) => ({ url: url(id), status: STATUS[group] })),
  timestamp: NOW,
  savedAt: NOW,
  sessionId: '',
  upstream: 'x-api',
  ...changes,
})
const stored = (judged: [string, PostGroup][], at = WEEK_AGO) => storedBatch({ at, judged })
const change = (now: [string, PostGroup][], ...records: Parameters<typeof withEarlierResults>[1]) =>
  changeOfPosts(withEarlierResults(batch(now), records).results, NOW)

describe('posts compared with the last time that the device checked them', () => {
  it('a comparison counts the posts that are back in search, those that disappeared from it, and other changes', () => {
    const now = ids(['1', 'ok'], ['2', 'quote'], ['3', 'excluded'], ['4', 'restricted'], ['5', 'excluded'])
    const before = ids(['1', 'excluded'], ['2', 'excluded'], ['3', 'ok'], ['4', 'ok'], ['5', 'excluded'])
    expect(change(now, stored(before))).toEqual({
      kind: 'other',
      sentence: '2件が検索に戻りました、1件が新たに検索に出なくなりました、1件が閲覧制限になりました',
      more: '前回（11月20日 12:00）との比較です。',
    })
  })

  it.each([
    ['excluded', 'ok', 'better'],
    ['excluded', 'quote', 'better'],
    ['ok', 'excluded', 'worse'],
    ['ok', 'quote', 'other'],
    ['ok', 'restricted', 'other'],
    ['ok', 'ok', 'same'],
    ['ok', 'error', 'incomparable'],
    ['unsearched', 'ok', 'incomparable'],
    ['excluded', 'unsearched', 'incomparable'],
  ] as const)('a post that went from %s to %s is compared as %s', (before, now, kind) => {
    expect(change([['1', now]], stored([['1', before]]))).toMatchObject({ kind })
  })

  it('posts that were deleted or not judged are counted as not comparable, also beside others that did not change', () => {
    const before = ids(['1', 'ok'], ['2', 'ok'], ['3', 'unsearched'])
    const { incomparable, listed, same, unchanged } = comparisonText
    expect(change(ids(['1', 'ok'], ['2', 'error'], ['3', 'ok']), stored(before))).toMatchObject({
      kind: 'incomparable',
      sentence: listed([unchanged(1), incomparable(2)]),
    })
    expect(change(ids(['1', 'ok']), stored(before))?.sentence).toBe(same)
  })

  it('each post is compared with the last check that had it, even if a later check had only another post', () => {
    const all = stored(ids(['1', 'excluded'], ['2', 'ok'], ['3', 'ok']))
    const one = stored(ids(['1', 'ok']), NOW - DAY)
    expect(change(ids(['1', 'ok'], ['2', 'excluded'], ['3', 'ok'], ['4', 'ok']), one, all)).toEqual({
      kind: 'worse',
      sentence: comparisonText.gone(1),
      more: '前回（11月20日 12:00〜11月26日 12:00）との比較です。ほかの1件は、この端末では初めてです。',
    })
  })

  it('nothing is compared with demo data, with another version of the method as if it were the same, or with other posts', () => {
    const before = ids(['1', 'excluded'])
    expect(change(ids(['1', 'ok']), { ...stored(before), sandbox: true })).toBeNull()
    expect(change(ids(['2', 'ok']), stored(before))).toBeNull()
    const method = { name: 'x_search', version: 7, asked: 1 } as const
    const other = change(ids(['1', 'ok']), { ...stored(before), method })
    expect(other).toMatchObject({ kind: 'incomparable', sentence: comparisonText.incomparable(1) })
    expect(other?.more).toContain(comparisonText.otherMethod)
  })
})

describe('the earlier batches that the device has', () => {
  beforeEach(emptyDevice)

  it('the batches before a saved one are those made before its own record or, if another device made it, by the clock', async () => {
    await written('batches', [
      storedBatch({ at: 1 }),
      { ...storedBatch({ at: 20 }), order: 2 },
      { ...storedBatch({ at: 10, sessionId: 'own' }), order: 3 },
      { ...storedBatch({ at: 5 }), order: 4 },
    ])
    const timesBefore = async (sessionId: string) =>
      (await readBatchesBefore(batch([], { sessionId, timestamp: 10 }))).map(({ at }) => at)
    expect(await timesBefore('own')).toEqual([20, 1])
    expect(await timesBefore('other')).toEqual([5, 1])
  })

  it('only the newest 100 stored batches can be compared: older ones keep nothing but their counts', async () => {
    for (let at = 1; at <= 102; at++) {
      await storeBatch(toStoredBatch(batch(ids(['1', 'excluded']), { timestamp: at })))
    }
    const { batches = [] } = (await readWholeLog()) ?? {}
    expect(batches).toHaveLength(102)
    expect(batches.filter(({ judged }) => judged)).toHaveLength(100)
    expect(batches.at(-1)).toMatchObject({ at: 1, judged: null, counts: { excluded: 1 } })
  })
})

it('the CSV of a batch ends with the last result of each post and its time, if there is any', () => {
  const now = batch(ids(['1', 'ok'], ['2', 'ok']))
  const rows = (batch: FinishedBatch) => batchCsvRows(batch, () => undefined)
  const [head, first, second] = rows(withEarlierResults(now, [stored(ids(['1', 'excluded']))]))
  expect(head?.slice(-3)).toEqual([
    '前回の結果',
    '前回のチェック日時（日本時間）',
    '前回のチェック日時（ISO 8601）',
  ])
  expect(first?.slice(-3, -1)).toEqual(['検索除外', '2026-11-20 12:00'])
  expect(second?.slice(-3)).toEqual([undefined, null, null])
  expect(rows(now)[0]).not.toContain('前回の結果')
})
