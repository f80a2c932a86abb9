import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { SqliteOptions } from '../../../server/store/sqlite.ts'
import { openClaims } from '../../../server/store/sqliteWrites.ts'
import { scratchFolder } from '../scratch.ts'
import { describeStore } from './contract.ts'

const root = scratchFolder()
afterEach(() => vi.useRealTimers())
const folderOf = (name: string) => {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  return folder
}
const openAt = (name: string, options?: SqliteOptions) => openSqliteStore(folderOf(name), options)
const MINUTE = 60_000
const history = {
  results: [{ url: 'x'.repeat(50_000), status: 'AVAILABLE', isPinned: undefined }],
  timestamp: 1,
}

describeStore(
  'SQLite',
  async () => openAt('contract'),
  async (id) => {
    const db = new DatabaseSync(join(root, 'contract/checker.db'))
    db.prepare('UPDATE history SET body = ? WHERE id = ?').run('{"results":[{"url":7}]', id)
    db.close()
  },
  async (historiesMax) => openAt('small', { historiesMax }),
)

it.each([1, 2, 3])('opens its claims where another server does so after the step %i of it', (chosen) => {
  const path = join(folderOf(`together${chosen}`), 'claims.db')
  const db = new DatabaseSync(path)
  const exec = db.exec.bind(db)
  let steps = 0
  db.exec = (sql) => {
    exec(sql)
    if (db.isTransaction || ++steps !== chosen) return
    const other = new DatabaseSync(path)
    openClaims(other, path)
    other.close()
  }
  openClaims(db, path)
  expect(steps).toBeGreaterThanOrEqual(chosen)
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'ballast'").all()).toEqual([])
  expect(db.prepare('PRAGMA freelist_count').get()?.['freelist_count']).toBeGreaterThan(200)
  expect(statSync(`${path}-journal`).size).toBeGreaterThanOrEqual(128 * 4096)
  db.close()
})

// Three processes once accepted each proof three times when the disk was full.
it('A full disk costs new history first, and never a double spend: three processes take 5,000 claims once each, also after a restart', async () => {
  const early = await openAt('full')
  await early.saveHistory('early', history, MINUTE)
  await early.close()
  const full = { maxPages: 1 }
  const stores = [await openAt('full', full), await openAt('full', full), await openAt('full', full)] as const
  const [store] = stores
  await expect(fill(store)).rejects.toThrow(/full/)

  const ids = Array.from({ length: 5000 }, (_, index) => `${index}`.padStart(48, 'x'))
  const claimAll = async (ids: string[]) =>
    (
      await Promise.all(
        stores.flatMap((store) => ids.map((id) => store.claim(id, MINUTE).catch(() => 'away' as const))),
      )
    ).filter((claimed) => claimed === true).length
  expect(await claimAll(ids)).toBe(5000)
  expect(await store.readHistory('early')).toEqual(history)
  await Promise.all(stores.map((store) => store.close()))

  const again = await openAt('full', full)
  const replayed = await Promise.all(ids.map((id) => again.claim(id, MINUTE)))
  expect(new Set(replayed)).toEqual(new Set([false]))
  await again.close()
})

it('takes no proof at all when the space kept back is used up too', async () => {
  const store = await openAt('used up', { maxPages: 257 })
  const claimGroup = (first: number) =>
    Promise.all(
      Array.from({ length: 100 }, (_, index) => store.claim(`${first + index}`.padStart(48, 'x'), MINUTE)),
    )
  await expect(
    (async () => {
      for (let first = 0; first < 30_000; first += 100) await claimGroup(first)
    })(),
  ).rejects.toThrow(/full/)
  await store.close()
})

async function fill(store: Awaited<ReturnType<typeof openSqliteStore>>): Promise<void> {
  for (let index = 0; index < 1000; index++) await store.saveHistory(`more ${index}`, history, MINUTE)
}

// A lock that another process held once froze everything for 34 s.
it.each(['claims', 'checker'])(
  'refuses what %s.db is locked for while it still is, and reads on before that',
  async (file) => {
    const store = await openAt('locked')
    await store.saveHistory(`before ${file}`, history, MINUTE)
    const other = new DatabaseSync(join(root, `locked/${file}.db`))
    other.exec('BEGIN IMMEDIATE')
    const write = () =>
      file === 'claims' ? store.claim('waiting', MINUTE) : store.saveHistory('new', history, MINUTE)
    let isWaiting = true
    const refused = write()
      .catch((error: Error) => error.message)
      .finally(() => (isWaiting = false))
    expect(await store.readHistory(`before ${file}`)).toEqual(history)
    expect(isWaiting).toBe(true)
    expect(await refused).toMatch(/locked|in time/)
    other.exec('ROLLBACK')
    other.close()
    await expect.poll(() => write().then(Boolean, () => false)).toBe(file === 'claims')
    await store.close()
  },
)

it.each(['claims', 'checker'])(
  'opens while others hold %s.db for longer than a check waits',
  async (file) => {
    await (await openAt(`opening ${file}`)).close()
    const other = new DatabaseSync(join(root, `opening ${file}/${file}.db`))
    other.exec('BEGIN EXCLUSIVE')
    setTimeout(() => other.close(), 1500)
    const store = await openAt(`opening ${file}`)
    expect(await store.claim('first', MINUTE)).toBe(true)
    await store.close()
  },
)

it('has all of its threads and files closed once it is closed, and where it could not be opened', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const threads: Worker[] = []
  const onThread = (message: unknown) => threads.push((message as { worker: Worker }).worker)
  subscribe('worker_threads', onThread)
  const store = await openAt('closed')
  await store.close()
  writeFileSync(join(folderOf('no database'), 'checker.db'), 'no database')
  await expect(openAt('no database')).rejects.toThrow('file is not a database')
  unsubscribe('worker_threads', onThread)
  // A thread that is over has no id.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1, -1, -1])
  expect(vi.getTimerCount()).toBe(0)
  // SQLite removes its write-ahead log when the last connection is closed.
  expect(readdirSync(join(root, 'closed')).sort()).toEqual(['checker.db', 'claims.db', 'claims.db-journal'])
})

it('sweeps out every minute what is over', async () => {
  let now = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const store = await openAt('sweep', { now: () => now })
  await store.claim('old', 10)
  await store.saveHistory('old', history, 10)
  await store.writeCache('old', 'x', 10)
  const quotas = [{ name: '2026-11-21', limitMicros: 1, ttlMs: 10 }]
  await store.reserveSpend({ id: 'old', micros: 1, quotas })
  now = 4 * 86_400_000
  vi.advanceTimersByTime(MINUTE)
  await store.close()
  const rowsOf = (file: string, tables: string[]) => {
    const db = new DatabaseSync(join(root, 'sweep', file))
    const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all().length)
    db.close()
    return rows
  }
  expect(rowsOf('claims.db', ['proofs', 'purses', 'reservations'])).toEqual([0, 0, 0])
  expect(rowsOf('checker.db', ['history', 'cache'])).toEqual([0, 0])
})
