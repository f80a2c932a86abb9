import { beforeEach, expect, it } from 'vitest'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import { describeStore } from './contract.ts'

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

it('forgets at the very millisecond', async () => {
  let now = 0
  const store = createMemoryStore(() => now)
  await store.writeCache('key', 'value', 10)
  now = 9
  expect(await store.readCache('key')).toBe('value')
  now = 10
  expect(await store.readCache('key')).toBeNull()
})
