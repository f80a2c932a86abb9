import { createMemoryStore } from '../memoryStore.ts'
import { describeStore } from './contract.ts'

const store = createMemoryStore()

describeStore(
  'in-process',
  async () => store,
  async (id) => store.saveHistory(id, JSON.parse('{"results":[{"url":7}]}'), 60_000),
  async (historiesMax) => createMemoryStore(Date.now, historiesMax),
)
