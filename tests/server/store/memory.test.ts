import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore } from '../memoryStore.ts'
import { HISTORY_OVERHEAD } from '../../../server/store/sql.ts'
import { answerOn, describeStore } from './contract.ts'

const history = { results: [], timestamp: 1 }

let store: ReturnType<typeof createMemoryStore>
beforeEach(() => {
  store = createMemoryStore()
})

describeStore(
  'in-process',
  async () => store,
  async (id) => store.saveHistory(id, JSON.parse('{"results":[{"url":7}]}'), 60_000),
  async (historiesMax) => createMemoryStore(Date.now, historiesMax),
)

describe('at the very millisecond', () => {
  let now = 0
  beforeEach(() => {
    now = 0
    store = createMemoryStore(() => now)
  })

  it('forgets what it keeps', async () => {
    await store.writeCache('key', 'value', 10)
    now = 9
    expect(await store.readCache('key')).toBe('value')
    now = 10
    expect(await store.readCache('key')).toBeNull()
  })

  it('shows no history any more', async () => {
    await store.saveHistory('id', history, 10)
    now = 10
    expect(await store.readHistory('id')).toBeNull()
  })

  it('counts no answer any more', async () => {
    await store.countAnswer(answerOn('day', { cellMs: 10 }))
    now = 9
    expect(await store.readAnswers(['day'])).toHaveLength(1)
    now = 10
    expect(await store.readAnswers(['day'])).toEqual([])
  })
})

it('fills its room to the last byte', async () => {
  const bytes = JSON.stringify(history).length + HISTORY_OVERHEAD
  for (const [room, isKept] of [
    [2 * bytes, true],
    [2 * bytes - 1, false],
  ] as const) {
    store = createMemoryStore(Date.now, room)
    await store.saveHistory('first', history, 60_000)
    await store.saveHistory('second', history, 60_000)
    expect((await store.readHistory('first')) !== null).toBe(isKept)
  }
  store = createMemoryStore(Date.now, 2 * bytes)
  for (const id of ['first', 'second', 'third']) await store.saveHistory(id, history, 60_000)
  expect(await store.readHistory('first')).toBeNull()
  expect(await store.readHistory('second')).toEqual(history)
})
