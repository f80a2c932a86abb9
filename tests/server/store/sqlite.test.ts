import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqliteStore.ts'
import { scratchFolder } from '../scratch.ts'
import { describeStore } from './contract.ts'

const folder = scratchFolder()
const MINUTE = 60_000
const history = {
  results: [{ url: 'x'.repeat(50_000), status: 'AVAILABLE', isPinned: undefined }],
  timestamp: 1,
}

const contractPath = join(folder, 'contract.db')
describeStore(
  'SQLite',
  async () => openSqliteStore(contractPath),
  async (id) => {
    const db = new DatabaseSync(contractPath)
    db.prepare('UPDATE history SET body = ? WHERE id = ?').run('{"results":[{"url":7}]', id)
    db.close()
  },
)

it('a full disk costs new histories only: claims, reads and caches go on', async () => {
  const path = join(folder, 'full.db')
  const store = openSqliteStore(path, undefined, { maxPages: 40 })
  await store.saveHistory('early', history, MINUTE)
  expect(await store.claim('spent before', MINUTE)).toBe(true)
  await expect(fill(store)).rejects.toThrow(/full/)

  const ids = Array.from({ length: 5000 }, (_, index) => `${index}`.padStart(48, 'x'))
  const first = await Promise.all(ids.map((id) => store.claim(id, MINUTE)))
  const again = await Promise.all(ids.map((id) => store.claim(id, MINUTE)))
  expect(first.every(Boolean)).toBe(true)
  expect(again.some(Boolean)).toBe(false)
  expect(await store.claim('spent before', MINUTE)).toBe(false)
  const together = await Promise.all(Array.from({ length: 50 }, () => store.claim('full', MINUTE)))
  expect(together.filter(Boolean)).toHaveLength(1)
  await store.writeCache('key', 'x'.repeat(9000), MINUTE)
  expect(await store.readHistory('early')).toEqual(history)
  await store.close()
})

async function fill(store: ReturnType<typeof openSqliteStore>): Promise<void> {
  for (let index = 0; index < 1000; index++) await store.saveHistory(`more ${index}`, history, MINUTE)
}

it('sweeps out what is over', async () => {
  const path = join(folder, 'sweep.db')
  let now = 0
  const store = openSqliteStore(path, () => now)
  await store.claim('old', 10)
  await store.saveHistory('old', history, 10)
  await store.writeCache('old', 'x', 10)
  await store.reserveSpend('2026-11-21', 1, 1)
  now = 4 * 86_400_000
  store.sweep()
  const db = new DatabaseSync(path)
  const rows = ['claims', 'history', 'cache', 'spend'].map(
    (table) => db.prepare(`SELECT * FROM ${table}`).all().length,
  )
  expect(rows).toEqual([0, 0, 0, 0])
  db.close()
  await store.close()
})
