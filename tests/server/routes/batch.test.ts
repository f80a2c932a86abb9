import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { BatchAnswer } from '../../../contract/wire.ts'
import type { PostResult } from '../../../contract/wire.ts'
import { retentionDays, saveBatch } from '../../../server/routes/batch.ts'
import type { SavedHistory } from '../../../server/store/Store.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { bodyFor, headersOf, inProcess, outcome, post, redeemBatch, solved } from '../client.ts'
import { countedSandbox, createMemoryStore, testApp } from '../testApp.ts'

const BATCH = bodyFor('', { searchban: false, repost: false })

describe('checkBatch', () => {
  const URLS = ['https://x.com/a/status/10', 'no post', 'https://x.com/b/status/11']
  const GIVEN = { status: 200, code: undefined }

  it('is refused with the proof of another challenge in its body than in its headers, and spends neither', async () => {
    const upstream = countedSandbox()
    const call = inProcess(testApp({ difficulty: 1, upstream }))
    const [mine, other] = [await solved(call, BATCH), await solved(call, BATCH)]
    const mixed = { urls: URLS, key: { token: other.token } }
    expect(await outcome(post(call, '/api/check-batch', mixed, headersOf(mine)))).toEqual({
      status: 403,
      code: 'mismatch',
    })
    expect(upstream.reached).toBe(0)
    for (const proof of [mine, other]) expect(await outcome(redeemBatch(call, URLS, proof))).toEqual(GIVEN)
  })
})

describe('savedHistory', () => {
  const DAY_MS = 86_400_000
  const ID = 'A'.repeat(22)
  const NONE = { status: 404, code: 'no_history' }
  const results = [{ url: 'https://x.com/a/status/1', status: 'AVAILABLE' as const }]

  /** An app whose store counts how often it is read, and can be taken away. */
  async function saved() {
    const memory = createMemoryStore()
    const state = { reads: [] as string[], isAway: false, faults: [] as unknown[] }
    const readHistory = async (id: string) => {
      state.reads.push(id)
      if (state.isAway) throw new Error('connection refused')
      return await memory.readHistory(id)
    }
    const app = testApp({
      store: { ...memory, readHistory },
      historyMs: 7 * DAY_MS,
      onFault: (error) => state.faults.push(error),
    })
    const read = (id: string) => app.request(`/api/get-history-by-session-id?id=${encodeURIComponent(id)}`)
    await memory.saveHistory(ID, { results, timestamp: 5 }, DAY_MS)
    return { read, state }
  }

  it('is shown with its time and for how long it is kept, to no search engine, and while the store is away once it was read', async () => {
    const { read, state } = await saved()
    for (const isAway of [false, true]) {
      state.isAway = isAway
      const answer = await read(ID)
      expect(await answer.json()).toEqual({ results, timestamp: 5, keptDays: 7 })
      expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    }
    expect(state.reads).toEqual([ID])
    expect(await outcome(read('B'.repeat(22)))).toEqual({ status: 503, code: 'store_away' })
    expect(state.faults.map(String)).toEqual(['Error: connection refused'])
  })

  it.each(['', 'A'.repeat(21), `${'A'.repeat(21)}!`, `${ID}\n`])(
    'is not there, and not looked for, under the malformed id %j',
    async (id) => {
      const { read, state } = await saved()
      expect(await outcome(read(id))).toEqual(NONE)
      expect(state.reads).toEqual([])
    },
  )

  it.each([
    [2 * DAY_MS, 2],
    [2 * DAY_MS - 1, 1],
    [1000, 1],
  ])('is kept %i ms, which are so many days in words: %i', (historyMs, days) => {
    expect(retentionDays({ historyMs })).toBe(days)
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

  /** A place for batches that notes what it is given to keep, and can be made to fail. */
  function place(more: { mayStore?: boolean } = {}) {
    const clock = { now: NOW }
    const memory = createMemoryStore(() => NOW)
    const noted = {
      saved: [] as { history: SavedHistory; ttlMs: number }[],
      reads: [] as string[],
      stored: [] as [string, number][],
      faults: [] as unknown[],
      broken: new Set<string>(),
    }
    const fail = (name: string) => {
      if (noted.broken.has(name)) throw new Error(`${name} failed`)
    }
    const store: typeof memory = {
      ...memory,
      readHistory: async (id) => {
        fail('read')
        noted.reads.push(id)
        return await memory.readHistory(id)
      },
      saveHistory: async (id, history, ttlMs) => {
        fail('save')
        noted.saved.push({ history, ttlMs })
        await memory.saveHistory(id, history, ttlMs)
      },
    }
    const parts = {
      store,
      storageQuota: async (clientKey: string, bytes: number) => (
        noted.stored.push([clientKey, bytes]),
        more.mayStore ?? true
      ),
      historyMs: WEEK_MS,
      now: () => clock.now,
      onFault: (error: unknown) => noted.faults.push(error),
    } as never
    const check = (judged: PostResult[], previous?: string) => saveBatch(parts, 'address', judged, previous)
    return { check, noted, clock }
  }

  it('saves a batch with its time, for as long as histories are kept, under an id that nobody can guess', async () => {
    const { check, noted } = place()
    const [first, second] = [await check(rows), await check(rows)]
    expect(first.results).toEqual(rows)
    for (const { sessionId } of [first, second]) expect(sessionId).toMatch(/^[\w-]{22}$/)
    expect(first.sessionId).not.toBe(second.sessionId)
    expect(noted.saved[0]).toEqual({ history: { results: rows, timestamp: NOW }, ttlMs: WEEK_MS })
  })

  it("counts what it stores to the address that asked, in bytes and not in letters, and stores nothing beyond the address's part", async () => {
    const { check, noted } = place({ mayStore: false })
    const japanese: PostResult[] = [{ url: 'あいう', status: 'INVALID_URL' }]
    expect(await check(japanese)).toEqual({ results: japanese, sessionId: '' })
    const bytes = new TextEncoder().encode(JSON.stringify({ results: japanese, timestamp: NOW })).length
    expect(noted.stored).toEqual([['address', bytes]])
    expect(noted.saved).toEqual([])
    expect(noted.faults).toEqual([])
  })

  it('stores 200 letters of what is no URL and any URL of a post whole, and answers with both whole', async () => {
    const { check, noted } = place()
    const long: PostResult[] = [
      { url: 'z'.repeat(200), status: 'INVALID_URL' },
      { url: 'y'.repeat(201), status: 'INVALID_URL' },
      { url: `https://x.com/a/status/1?${'q'.repeat(300)}`, status: 'AVAILABLE' },
    ]
    expect((await check(long)).results).toEqual(long)
    expect(noted.saved[0]?.history.results).toEqual([
      long[0],
      { url: 'y'.repeat(200), status: 'INVALID_URL' },
      long[2],
    ])
  })

  it.each(['save', 'read'])('answers a batch although the store fails to %s', async (name) => {
    const { check, noted } = place()
    const first = await check(rows)
    noted.broken.add(name)
    const second = await check([row(2, 'NOT_FOUND')], first.sessionId)
    const whole = [row(1), { ...row(2, 'NOT_FOUND'), again: NOW }, row(3)]
    expect(second.results).toEqual(name === 'read' ? [row(2, 'NOT_FOUND')] : whole)
    expect(second.sessionId === '').toBe(name !== 'read')
    expect(noted.faults.map(String)).toEqual([`Error: ${name} failed`])
  })

  it('stores a repeated check whole, at the time of the first, with the times of the rows that were checked again', async () => {
    const { check, noted, clock } = place()
    const first = await check(rows)
    clock.now = NOW + 1000
    const second = await check([row(2, 'NOT_FOUND')], first.sessionId)
    clock.now = NOW + 2000
    const third = await check([row(3, 'FORBIDDEN')], second.sessionId)
    const whole = [
      row(1),
      { ...row(2, 'NOT_FOUND'), again: NOW + 1000 },
      { ...row(3, 'FORBIDDEN'), again: NOW + 2000 },
    ]
    expect(third.results).toEqual(whole)
    expect(noted.saved.at(-1)?.history).toEqual({ results: whole, timestamp: NOW })
  })

  it('takes no rows of a batch that lacks one of those checked, nor of what is no id', async () => {
    const { check, noted } = place()
    const first = await check(rows)
    for (const previous of [undefined, '', 'x', 'B'.repeat(22), `${first.sessionId}x`]) {
      expect((await check([row(1)], previous)).results).toEqual([row(1)])
    }
    expect(noted.reads).toEqual(['B'.repeat(22)])
    expect((await check([row(1), row(4)], first.sessionId)).results).toEqual([row(1), row(4)])
    expect((await check([row(3), row(1)], first.sessionId)).results.map(({ url }) => url)).toEqual(
      rows.map(({ url }) => url),
    )
  })
})

it('takes the rows that are not checked again from the saved batch, never from the caller, and no other text for its id', async () => {
  const upstream = createSandbox(0, 'none', () => 5)
  const call = inProcess(testApp({ difficulty: 1, historyMs: 7 * 86_400_000, upstream }))
  async function check(urls: string[], previous?: string) {
    const proof = await solved(call, BATCH)
    const body = { urls, key: { token: proof.token }, previous }
    return await post(call, '/api/check-batch', body, headersOf(proof))
  }
  const [kept = '', again = ''] = ['0', '9'].map((digit) => `https://x.com/sbx_mixed/status/12${digit}`)
  const first = v.parse(BatchAnswer, await (await check([kept, again])).json())
  const second = v.parse(BatchAnswer, await (await check([again], first.sessionId)).json())
  expect(second.results).toEqual([
    first.results[0],
    { ...first.results[1], again: expect.any(Number) as number },
  ])
  expect(second.sessionId).not.toBe(first.sessionId)
  expect(second.keptDays).toBe(7)
  expect((await check([again], 'x'.repeat(65))).status).toBe(400)
})
