import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import { countInMemory, createMemoryStore } from '../../../server/store/memoryStore.ts'
import { HISTORY_OVERHEAD } from '../../../server/store/sql.ts'
import { answerOn, describeStore } from './contract.ts'

describe('memory', () => {
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

    it('brings back no history', async () => {
      await store.saveHistory('id', history, 10)
      now = 10
      expect(await store.keepHistory('id', 1000)).toBe(false)
      expect(await store.readHistory('id')).toBeNull()
      now = 11
      expect(await store.keepHistory('id', 1000)).toBe(false)
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
})

describe('memory store', () => {
  const WINDOW = 60_000

  function heapMb(): number {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }

  // Each address was once kept with a timer of its own.
  it('remembers 200,000 addresses in less than 20 MB', async () => {
    const count = countInMemory()
    const before = heapMb()
    for (let index = 0; index < 200_000; index++) {
      await count(`check:2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}`, WINDOW)
    }
    const used = heapMb() - before
    expect(used).toBeGreaterThan(1)
    expect(used).toBeLessThan(20)
    expect((await count('check:2001:db8:3:d3f', WINDOW)).calls).toBe(2)
  })

  it('begins to count anew when the window is over, which begins with the first call', async () => {
    let now = 0
    const count = countInMemory(() => now)
    expect(await count('a', WINDOW)).toEqual({ calls: 1, msLeft: WINDOW })
    now = 59_999
    expect(await count('a', WINDOW)).toEqual({ calls: 2, msLeft: 1 })
    now = 60_000
    expect(await count('a', WINDOW)).toEqual({ calls: 1, msLeft: WINDOW })
  })

  it('forgets who called least lately first', async () => {
    const count = countInMemory(() => 0, 2)
    for (const key of ['a', 'b', 'a', 'c']) await count(key, WINDOW)
    expect((await count('a', WINDOW)).calls).toBe(3)
    expect((await count('b', WINDOW)).calls).toBe(1)
  })
})
