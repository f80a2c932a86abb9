import { describe, expect, it, vi } from 'vitest'
import { parsePostUrl } from '../../../contract/names.ts'
import type { PostResult } from '../../../contract/wire.ts'
import { historyRetentionDays, saveBatch } from '../../../server/routes/batch.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { VERDICT, bodyFor, headersOf, inProcess, outcome, post, redeemBatch, solved } from '../client.ts'
import { createMemoryStore, testApp } from '../testApp.ts'

const BATCH = bodyFor('', VERDICT)

describe('checkBatch', () => {
  const URLS = ['https://x.com/a/status/10', 'no post', 'https://x.com/b/status/11']
  const GIVEN = { status: 200, code: undefined }

  it('a batch check is refused if its body and its headers have different proofs, and spends neither', async () => {
    const upstream = createSandboxUpstream()
    const checkPosts = vi.spyOn(upstream, 'checkPosts')
    const call = inProcess(testApp({ difficulty: 1, upstream }))
    const [mine, other] = [await solved(call, BATCH), await solved(call, BATCH)]
    const mixed = { urls: URLS, key: { token: other.token } }
    expect(await outcome(post(call, '/api/check-batch', mixed, headersOf(mine)))).toEqual({
      status: 403,
      code: 'mismatch',
    })
    expect(checkPosts).not.toHaveBeenCalled()
    for (const proof of [mine, other]) expect(await outcome(redeemBatch(call, URLS, proof))).toEqual(GIVEN)
  })
})

describe('getSavedHistory', () => {
  const DAY_MS = 86_400_000
  const ID = 'A'.repeat(22)
  const NONE = { status: 404, code: 'no_history' }
  const results = [{ url: 'https://x.com/a/status/1', status: 'AVAILABLE' as const }]

  /** An app, and how its store is read. */
  async function saved() {
    const store = createMemoryStore()
    const readHistory = vi.spyOn(store, 'readHistory')
    const onFault = vi.fn<(error: unknown) => void>()
    const app = testApp({ store, historyMs: 7 * DAY_MS, onFault })
    const read = (id: string) => app.request(`/api/get-history-by-session-id?id=${encodeURIComponent(id)}`)
    await store.saveHistory(ID, { results, timestamp: 5 }, DAY_MS)
    return { read, readHistory, onFault }
  }

  it('a saved history is shown with its time and how long it is kept, hidden from search engines, and available while the store is down once it was read', async () => {
    const { read, readHistory, onFault } = await saved()
    for (const reads of [0, 1]) {
      expect(readHistory).toHaveBeenCalledTimes(reads)
      const answer = await read(ID)
      expect(await answer.json()).toEqual({ results, timestamp: 5, keptDays: 7 })
      expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
      readHistory.mockRejectedValue(new Error('connection refused'))
    }
    expect(readHistory.mock.calls).toEqual([[ID]])
    expect(await outcome(read('B'.repeat(22)))).toEqual({ status: 503, code: 'store_unavailable' })
    expect(onFault.mock.calls.map(String)).toEqual(['Error: connection refused'])
  })

  it.each(['', 'A'.repeat(21), `${'A'.repeat(21)}!`, `${ID}\n`])(
    'a saved history with the malformed id %j does not exist, and the store is not asked for it',
    async (id) => {
      const { read, readHistory } = await saved()
      expect(await outcome(read(id))).toEqual(NONE)
      expect(readHistory).not.toHaveBeenCalled()
    },
  )

  it.each([
    [2 * DAY_MS, 2],
    [2 * DAY_MS - 1, 1],
    [1000, 1],
  ])('a saved history that is kept %i ms is described as kept for so many days: %i', (historyMs, days) => {
    expect(historyRetentionDays({ historyMs })).toBe(days)
  })
})

describe('saveBatch', () => {
  const NOW = 1_790_000_000_000
  const WEEK_MS = 7 * 86_400_000
  const row = (digit: number, status: PostResult['status'] = 'AVAILABLE'): PostResult => ({
    url: `https://x.com/a/status/${digit}`,
    status,
  })
  const rows = [row(1), row(2), row(3)]

  /** A place for batches. */
  function place() {
    const clock = { now: NOW }
    const store = createMemoryStore(() => NOW)
    const noted = {
      saveHistory: vi.spyOn(store, 'saveHistory'),
      readHistory: vi.spyOn(store, 'readHistory'),
      spend: vi.spyOn(store, 'spend'),
      onFault: vi.fn<(error: unknown) => void>(),
      onSave: vi.fn<(isSaved: boolean) => void>(),
    }
    const upstream: { name: 'sandbox' | 'x-api' } = { name: 'x-api' }
    const parts = { store, upstream, historyMs: WEEK_MS, historyAddressBytes: 1000, now: () => clock.now }
    const deps = { ...parts, onFault: noted.onFault, onSave: noted.onSave } as never
    const check = (judged: PostResult[]) => {
      const given = judged.map((result) => ({ url: result.url, post: parsePostUrl(result.url), result }))
      return saveBatch(deps, 'address', given)
    }
    return { check, clock, upstream, ...noted }
  }

  it('saveBatch saves a batch with its time, for as long as histories are kept, under an id that nobody can guess', async () => {
    const { check, saveHistory } = place()
    const [first, second] = [await check(rows), await check(rows)]
    for (const { sessionId } of [first, second]) expect(sessionId).toMatch(/^[\w-]{22}$/)
    expect(first.sessionId).not.toBe(second.sessionId)
    const history = { results: rows, timestamp: NOW, upstream: 'x-api', leftOut: undefined }
    expect(saveHistory.mock.calls[0]).toEqual([first.sessionId, history, WEEK_MS])
  })

  it("saveBatch counts the stored bytes for the client, and stores nothing beyond the client's share of a day", async () => {
    const { check, spend, saveHistory, onFault } = place()
    const first = await check(rows)
    expect(spend.mock.calls[0]?.[0]).toMatchObject({
      amount: Buffer.byteLength(JSON.stringify(saveHistory.mock.calls[0]?.[1])),
      quotas: [{ limit: 1000 }],
    })
    expect(first.sessionId).not.toBe('')
    const ids: string[] = []
    for (let turn = 0; turn < 10; turn++) ids.push((await check(rows)).sessionId)
    expect(ids.at(-1)).toBe('')
    expect(saveHistory.mock.calls.length).toBe(1 + ids.filter((id) => id !== '').length)
    expect(onFault).not.toHaveBeenCalled()
  })

  // A batch once kept 51 KB of what a visitor had typed, for 90 days.
  it('saveBatch stores posts by author and id, and counts the lines that are none', async () => {
    const { check, saveHistory } = place()
    const typed: PostResult[] = [
      { url: 'free text of a visitor', status: 'INVALID_URL' },
      { url: `https://x.com/a/status/1?text=${'q'.repeat(300)}`, status: 'AVAILABLE' },
      { url: 'https://x.com/i/status/2', status: 'UNKNOWN' },
      { url: 'x', status: 'INVALID_URL' },
    ]
    await check(typed)
    expect(saveHistory.mock.calls[0]?.[1]).toEqual({
      results: [
        { url: 'https://x.com/a/status/1', status: 'AVAILABLE' },
        { url: 'https://x.com/i/status/2', status: 'UNKNOWN' },
      ],
      timestamp: NOW,
      upstream: 'x-api',
      leftOut: 2,
    })
  })

  // A database that was locked while the bytes were counted once lost links without a trace.
  it.each(['saveHistory', 'spend'] as const)(
    'saveBatch reports a batch that was not saved because %s of the store fails, and one that was',
    async (name) => {
      const { check, onSave, onFault, ...noted } = place()
      noted[name].mockRejectedValueOnce(new Error('locked'))
      expect((await check(rows)).sessionId).toBe('')
      expect((await check(rows)).sessionId).not.toBe('')
      expect(onSave.mock.calls).toEqual([[false], [true]])
      expect(onFault.mock.calls.map(String)).toEqual(['Error: locked'])
    },
  )
})
