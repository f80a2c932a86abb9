import { parse } from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { PostEvidence } from '../../../../contract/evidence.ts'
import type { PostGroup } from '../../../../contract/outcomes.ts'
import { batchCsvRows } from '../../../../src/posts/batchExport.ts'
import {
  toEarlierBatch,
  compareBatches,
  findEarlierBatch,
  sessionIdFromLink,
} from '../../../../src/posts/comparison/compareBatches.ts'
import type { EarlierBatch } from '../../../../src/posts/comparison/earlierBatch.ts'
import { toStoredBatch } from '../../../../src/results/finishedBatch.ts'
import type { FinishedBatch } from '../../../../src/results/finishedBatch.ts'
import { COMPARABLE_BATCHES_MAX, storeBatch, readWholeLog } from '../../../../src/storage/stores.ts'
import { emptyDevice, storedBatch, written } from '../../log/deviceLog.ts'

const STATUS = {
  ok: 'AVAILABLE',
  excluded: 'FORBIDDEN',
  quote: 'QUATE_FORBIDDEN',
  restricted: 'RESTRICTED',
  unsearched: 'UNSEARCHED',
  error: 'NOT_FOUND',
} as const satisfies Record<PostGroup, string>

const url = (id: string) => `https://x.com/taro/status/${id}`
const post = (id: string, group: PostGroup) => ({ url: url(id), status: STATUS[group] })
const ids = (...posts: [string, PostGroup][]) => posts

/** A check of these posts by X, at time 9, but for the changes. */
const batch = (posts: [string, PostGroup][], changes: Partial<FinishedBatch> = {}): FinishedBatch => ({
  results: posts.map(([id, group]) => post(id, group)),
  timestamp: 9,
  savedAt: 9,
  sessionId: '',
  upstream: 'x-api',
  ...changes,
})
const earlier = (judged: [string, PostGroup][], changes: Partial<EarlierBatch> = {}): EarlierBatch => ({
  at: 5,
  sandbox: false,
  version: null,
  judged,
  ...changes,
})

describe('a batch compared with an earlier one', () => {
  it('a comparison names the posts that are back in search, and those that disappeared from it', () => {
    const now = batch(ids(['1', 'ok'], ['2', 'quote'], ['3', 'excluded'], ['4', 'ok'], ['5', 'excluded']))
    const before = earlier(
      ids(['1', 'excluded'], ['2', 'excluded'], ['3', 'ok'], ['4', 'ok'], ['5', 'excluded']),
    )
    expect(compareBatches(now, before)).toEqual({
      kind: 'other',
      common: 5,
      back: [
        { id: '1', earlier: 'excluded', later: 'ok' },
        { id: '2', earlier: 'excluded', later: 'quote' },
      ],
      gone: [{ id: '3', earlier: 'ok', later: 'excluded' }],
      others: [],
      added: 0,
    })
  })

  it.each<[PostGroup, PostGroup, string]>([
    ['excluded', 'ok', 'better'],
    ['ok', 'excluded', 'worse'],
    ['ok', 'ok', 'same'],
    ['ok', 'unsearched', 'other'],
    ['excluded', 'unsearched', 'other'],
    ['excluded', 'error', 'other'],
    ['restricted', 'ok', 'other'],
  ])('a comparison judges a post that went from %s to %s as %s', (before, now, kind) => {
    expect(compareBatches(batch([['1', now]]), earlier([['1', before]]))).toMatchObject({ kind })
  })

  it('a comparison does not count a deleted post as one that disappeared from search', () => {
    const compared = compareBatches(batch(ids(['1', 'error'])), earlier(ids(['1', 'ok'])))
    expect(compared).toMatchObject({ gone: [], others: [{ id: '1', earlier: 'ok', later: 'error' }] })
  })

  it('a comparison counts an edited post, which has another id, as new, and leaves out posts that are no longer checked', () => {
    const compared = compareBatches(
      batch(ids(['1', 'ok'], ['22', 'excluded'])),
      earlier(ids(['1', 'ok'], ['2', 'ok'])),
    )
    expect(compared).toEqual({ kind: 'same', common: 1, back: [], gone: [], others: [], added: 1 })
  })

  it('a comparison counts a post once that occurs twice', () => {
    const compared = compareBatches(batch(ids(['1', 'ok'], ['1', 'ok'])), earlier(ids(['1', 'excluded'])))
    expect(compared).toMatchObject({ common: 1, back: [{ id: '1' }], added: 0 })
  })

  it('batches are not compared across versions of the method, between demo and real data, without common posts, or backwards', () => {
    const now = batch(ids(['1', 'ok']))
    const before = ids(['1', 'excluded'])
    expect(compareBatches(now, earlier(before, { version: 2 }))).toBe('otherMethod')
    expect(compareBatches(now, earlier(before, { sandbox: true }))).toBe('otherUpstream')
    expect(compareBatches(now, earlier(ids(['7', 'ok'])))).toBe('noCommon')
    expect(compareBatches(now, earlier(before, { at: 9 }))).toBe('notEarlier')
  })

  it('a saved batch is compared by the version of the method that it was checked with', () => {
    const evidence = parse(PostEvidence, { visible: true, found: false, reason: null, version: 3, time: 4 })
    const saved = batch([], { results: [{ ...post('1', 'excluded'), evidence }], timestamp: 5 })
    expect(toEarlierBatch(saved)).toEqual({ at: 5, sandbox: false, version: 3, judged: [['1', 'excluded']] })
  })
})

describe('the earlier batch that the device has', () => {
  beforeEach(emptyDevice)
  const now = batch(ids(['1', 'ok'], ['2', 'ok']))

  it('the earlier batch for a comparison is the newest one before that a visitor asked for, with a common post and the same upstream', async () => {
    const stored = [
      storedBatch({ at: 1, judged: ids(['1', 'excluded']) }),
      storedBatch({
        at: 2,
        judged: ids(['2', 'excluded']),
        method: { name: 'x_search', version: 3, asked: 2 },
      }),
      storedBatch({ at: 3, judged: ids(['7', 'ok']) }),
      storedBatch({ at: 4, judged: ids(['1', 'ok']), sandbox: true }),
      storedBatch({ at: 5 }),
      storedBatch({ at: 9, judged: ids(['1', 'excluded']) }),
    ]
    await written('batches', stored)
    expect(await findEarlierBatch(now)).toEqual(earlier(ids(['2', 'excluded']), { at: 2, version: 3 }))
    expect(await findEarlierBatch(batch(ids(['8', 'ok'])))).toBeNull()
  })

  it('a batch that was stored is found for a comparison', async () => {
    await storeBatch(toStoredBatch(batch(ids(['1', 'excluded'], ['1', 'excluded']), { timestamp: 4 })))
    expect(await findEarlierBatch(now)).toEqual(earlier(ids(['1', 'excluded']), { at: 4 }))
  })

  it('only the newest stored batches can be compared: older ones keep nothing but their counts', async () => {
    for (let at = 1; at <= COMPARABLE_BATCHES_MAX + 2; at++) {
      await storeBatch(toStoredBatch(batch(ids(['1', 'excluded']), { timestamp: at })))
    }
    const { batches = [] } = (await readWholeLog()) ?? {}
    expect(batches).toHaveLength(COMPARABLE_BATCHES_MAX + 2)
    expect(batches.filter(({ judged }) => judged)).toHaveLength(COMPARABLE_BATCHES_MAX)
    expect(batches.at(-1)).toMatchObject({ at: 1, judged: null, counts: { excluded: 1 } })
  })
})

it('the id of a saved batch is read from its link, and from nothing else', () => {
  expect(sessionIdFromLink(' https://checker.example/tweetcheck/history/aB-_9?x=1#y ')).toBe('aB-_9')
  expect(sessionIdFromLink('https://checker.example/folder/tweetcheck/history/abc/')).toBe('abc')
  for (const link of [
    '',
    'abc',
    'https://x.com/a/status/1',
    '/tweetcheck/history/',
    '/tweetcheck/history/%3Cb%3E',
  ])
    expect(sessionIdFromLink(link)).toBeNull()
})

describe('the CSV file of a compared batch', () => {
  const at = Date.UTC(2026, 10, 20, 3)
  const now = batch(ids(['1', 'ok'], ['2', 'ok']), { timestamp: Date.UTC(2026, 10, 27, 3) })
  const rows = (before: EarlierBatch | null) => batchCsvRows(now, () => undefined, before)

  it('the CSV of a compared batch has the earlier result of each post and its time at the end of the row', () => {
    const [head, first, second] = rows(earlier(ids(['1', 'excluded']), { at }))
    expect(head?.slice(-3)).toEqual([
      '前回の結果',
      '前回のチェック日時（日本時間）',
      '前回のチェック日時（ISO 8601）',
    ])
    expect(first?.slice(-3, -1)).toEqual(['検索除外', '2026-11-20 12:00'])
    expect(second?.slice(-3)).toEqual([undefined, null, null])
  })

  it('the CSV of a batch has no columns for an earlier result if nothing is compared', () => {
    const plain = rows(null)
    expect(plain[0]).not.toContain('前回の結果')
    expect(rows(earlier(ids(['1', 'excluded']), { at, version: 7 }))).toEqual(plain)
  })
})
