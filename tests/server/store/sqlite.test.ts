import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { backUpSqlite } from '../../../server/store/backup.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { SqliteOptions } from '../../../server/store/sqlite.ts'
import { readSpent } from '../../../server/store/Store.ts'
import { scratchFolder } from '../scratch.ts'
import { describeStore } from './contract.ts'

const folder = scratchFolder()
afterEach(() => vi.useRealTimers())

const KILLED_WRITER = join(import.meta.dirname, 'killedWriter.ts')
const MINUTE = 60_000
const soon = () => Date.now() + 5 * MINUTE
const history = { results: [{ url: 'https://x.com/a/status/1', status: 'AVAILABLE' }], timestamp: 1 }

function folderOf(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}
const openAt = (name: string, options?: SqliteOptions) => openSqliteStore(folderOf(name), options)

describeStore(
  'SQLite',
  () => openAt('shared'),
  async (id) => {
    const db = new DatabaseSync(join(folder, 'shared/checker.db'), { timeout: 1000 })
    db.prepare('UPDATE history SET body = ? WHERE id = ?').run('{"results":[{"url":7}]', id)
    db.close()
  },
  (historiesMax) => openAt('small', { historiesMax }),
)

// Three processes once accepted each proof three times when the disk was full.
it('the SQLite store refuses proofs while the disk is full, says so in its health, and spends none twice when there is space again', async () => {
  const before = await openAt('full')
  const ids = Array.from({ length: 50 }, () => randomUUID())
  const expires = soon()
  for (const id of ids) expect((await before.claim(id, expires)).isFirst).toBe(true)
  await before.saveHistory('early', history, MINUTE)
  await before.close()

  const full = await openAt('full', { maxPages: 1 })
  const taken: string[] = []
  const fill = async () => {
    for (let index = 0; index < 5000; index++) {
      const id = randomUUID()
      await full.claim(id, expires)
      taken.push(id)
    }
  }
  await expect(fill()).rejects.toThrow(/full/)
  await expect(full.health()).rejects.toThrow(/full/)
  expect(await full.readHistory('early')).toEqual(history)
  await full.close()

  const again = await openAt('full')
  await expect(again.health()).resolves.toBeNull()
  const replayed = await Promise.all([...ids, ...taken].map((id) => again.claim(id, expires)))
  expect(replayed.filter(({ isFirst }) => isFirst)).toEqual([])
  await again.close()
})

// A lock that another process held once froze everything for 34 s.
it('the SQLite store refuses a write while another process holds the file, continues to read, and blocks nothing else', async () => {
  const store = await openAt('locked')
  await store.saveHistory('before', history, MINUTE)
  const other = new DatabaseSync(join(folder, 'locked/checker.db'))
  other.exec('BEGIN IMMEDIATE')
  let isWaiting = true
  const refused = store
    .claim('waiting', soon())
    .catch((error: Error) => error.message)
    .finally(() => (isWaiting = false))
  expect(await store.readHistory('before')).toEqual(history)
  expect(isWaiting).toBe(true)
  expect(await refused).toMatch(/locked/)
  // The calls of a check once waited one after the other, each as long as the first.
  expect(await store.readHistory('before')).toEqual(history)
  let isRefused = false
  void store.claim('second', soon()).catch(() => (isRefused = true))
  await nextTurn()
  await nextTurn()
  expect(isRefused).toBe(true)
  other.exec('ROLLBACK')
  expect(await store.claim('free', soon())).toMatchObject({ isFirst: true })
  other.exec('BEGIN IMMEDIATE')
  const waits = store.claim('next', soon())
  setTimeout(() => other.exec('ROLLBACK'), 100)
  expect(await waits).toMatchObject({ isFirst: true })
  other.close()
  await store.close()
})

it('the SQLite store loses nothing that it has acknowledged to a kill -9 before any of its statements', async () => {
  const path = folderOf('killed')
  const write = (statement: number) =>
    spawnSync(process.execPath, [KILLED_WRITER, path, String(statement), String(statement)], {
      encoding: 'utf8',
    }).stdout.split('\n')
  let reserved = 0
  let statement = 1
  for (; ; statement++) {
    const told = write(statement)
    reserved += told.includes('reservation') ? 5 : 0
    const store = await openAt('killed')
    const again = await store.claim(`claim-${statement}`, soon())
    expect(again.isFirst && told.includes('claim')).toBe(false)
    expect(await store.claim(`claim-${statement}`, soon())).toMatchObject({ isFirst: false })
    expect(await readSpent(store, 'day')).toBeGreaterThanOrEqual(reserved)
    const saved = await store.readHistory(`saved-${statement}`)
    const expected = { results: [], timestamp: 1 }
    expect(told.includes('history') ? saved : expected).toEqual(expected)
    await store.close()
    if (told.includes('end')) break
  }
  // Each of the three writes is a transaction of several statements.
  expect(statement).toBeGreaterThan(9)
})

it('the SQLite store leaves one file and no timer behind when it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const store = await openAt('closed')
  await store.claim('one', soon())
  await store.close()
  expect(vi.getTimerCount()).toBe(0)
  expect(readdirSync(join(folder, 'closed'))).toEqual(['checker.db'])
})

it('the SQLite store makes its folder and its files unreadable for other users of the machine, also files that others could read', async () => {
  const dataDir = folderOf('private')
  chmodSync(dataDir, 0o755)
  writeFileSync(join(dataDir, 'checker.db'), '', { mode: 0o644 })
  const { store } = await openBackend({ storeUrl: '', dataDir }, () => undefined)
  await store.claim('one', soon())
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect(modeOf(dataDir)).toBe(0o700)
  const files = readdirSync(dataDir)
  expect(files.sort()).toEqual(['checker.db', 'checker.db-shm', 'checker.db-wal'])
  for (const name of files) expect(modeOf(join(dataDir, name))).toBe(0o600)
  await store.close()
})

it('the SQLite store accepts no claim a second time after it was deleted, however the clock is changed', async () => {
  let now = 1_790_000_000_000
  const store = await openAt('set back', { now: () => now })
  const expires = now + 5 * MINUTE
  expect(await store.claim('proof', expires)).toMatchObject({ isFirst: true })
  now += 16 * MINUTE
  const swept = now
  await store.sweep()
  now -= 14 * MINUTE
  expect(await store.claim('proof', expires)).toEqual({ isFirst: false, latestMs: swept })
  expect(await store.claim('next', swept + 5 * MINUTE)).toEqual({ isFirst: true, latestMs: swept })
  await store.close()
})

it('the SQLite store deletes expired rows, and then its files contain nothing of them', async () => {
  let now = 1_790_000_000_000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const store = await openAt('sweep', { now: () => now })
  const filesHold = (text: string) =>
    readdirSync(join(folder, 'sweep')).some((name) =>
      readFileSync(join(folder, 'sweep', name)).includes(text),
    )
  const quotas = [{ name: 'quota-of-the-day', limit: 1, ttlMs: 10 }]
  for (let row = 0; row < 1200; row++)
    await store.writeCache([{ key: `account secret_name ${row}`, value: 'x'.repeat(50), ttlMs: 10 }])
  await store.saveHistory('saved-batch', history, 10)
  await store.claim('spent-proof', now + 10)
  await store.spend({ amount: 1, quotas })
  await store.saveHistory('kept-batch', history, 4 * 3_600_000)
  const gone = ['secret_name', 'saved-batch', 'spent-proof', 'quota-of-the-day']
  expect(gone.filter(filesHold)).toEqual(gone)
  now += 3_600_000
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(() => gone.filter(filesHold)).toEqual([])
  expect(await store.readHistory('kept-batch')).toEqual(history)
  await store.close()
})

// Beside four checks a second a backup once began anew with each of them, and never ended.
it('a backup ends while a server goes on saving', async () => {
  const store = await openAt('backed up')
  const large = { ...history, results: Array.from({ length: 20_000 }, () => history.results).flat() }
  for (let index = 0; index < 8; index++) await store.saveHistory(`large-${index}`, large, MINUTE)
  const copy = join(folder, 'backed up', 'copy.db')
  const ended = new AbortController()
  const backingUp = backUpSqlite(join(folder, 'backed up', 'checker.db'), copy, () => undefined).finally(() =>
    ended.abort(),
  )
  while (!ended.signal.aborted) {
    await store.claim(randomUUID(), soon())
    await nextTurn()
  }
  await backingUp
  await store.close()
  const db = new DatabaseSync(copy, { readOnly: true })
  expect(db.prepare('SELECT count(*) AS count FROM history').get()).toEqual({ count: 8 })
  db.close()
})
