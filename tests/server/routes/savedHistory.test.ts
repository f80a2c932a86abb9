import { expect, it } from 'vitest'
import { keptDays } from '../../../server/routes/batch.ts'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import { outcome } from '../client.ts'
import { testApp } from '../testApp.ts'

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
  return { memory, read, state }
}

it('is shown with its time and for how long it is kept, and to no search engine', async () => {
  const { read } = await saved()
  const answer = await read(ID)
  expect(await answer.json()).toEqual({ results, timestamp: 5, keptDays: 7 })
  expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
})

it('is shown while the store is away, once it was read, and read no second time', async () => {
  const { read, state } = await saved()
  expect((await read(ID)).status).toBe(200)
  state.isAway = true
  const again = await read(ID)
  expect(await again.json()).toEqual({ results, timestamp: 5, keptDays: 7 })
  expect(state.reads).toEqual([ID])
  expect(await outcome(read('B'.repeat(22)))).toEqual({ status: 503, code: 'store_away' })
  expect(state.faults.map(String)).toEqual(['Error: connection refused'])
})

it('is looked for anew where it was not there: its batch may be under way', async () => {
  const { memory, read } = await saved()
  const late = 'C'.repeat(22)
  expect(await outcome(read(late))).toEqual(NONE)
  await memory.saveHistory(late, { results, timestamp: 6 }, DAY_MS)
  expect((await read(late)).status).toBe(200)
})

it.each(['', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}!`, `${ID}\n`, ` ${ID}`])(
  'is not there, and not looked for, under the malformed id %j',
  async (id) => {
    const { read, state } = await saved()
    expect(await outcome(read(id))).toEqual(NONE)
    expect(state.reads).toEqual([])
  },
)

it('is not there without an id', async () => {
  expect(await outcome(testApp().request('/api/get-history-by-session-id'))).toEqual(NONE)
})

it.each([
  [90 * DAY_MS, 90],
  [2 * DAY_MS, 2],
  [2 * DAY_MS - 1, 1],
  [DAY_MS, 1],
  [1000, 1],
])('is kept %i ms, which are so many days in words: %i', (historyMs, days) => {
  expect(keptDays({ historyMs })).toBe(days)
})
