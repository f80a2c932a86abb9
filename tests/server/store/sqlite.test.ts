import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { openSqliteStore, openSqliteWriter } from '../../../server/store/sqlite.ts'
import type { SqliteOptions } from '../../../server/store/sqlite.ts'
import { openClaims } from '../../../server/store/sqliteWrites.ts'
import { scratchFolder } from '../scratch.ts'
import { describeStore } from './contract.ts'

const folder = scratchFolder()
const HOUR_MS = 3_600_000
const CLOSED = 'The database is closed.'
afterEach(() => vi.useRealTimers())

/** Stops this whole process, its timers and its ports too. */
function stand(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** A writer of its own file, and another process that can hold the file. */
async function opened(name: string) {
  const path = join(folder, name)
  const { write, close } = await openSqliteWriter({ kind: 'history', path })
  const other = new DatabaseSync(path)
  return { write, close, other }
}

it('answers each call with what came of it, a failure included', async () => {
  const { write, close } = await opened('answers')
  const save = () => write('saveHistory', 'id', '{}', HOUR_MS, 1e9)
  const calls = [save(), write('removeHistory', 'none'), save(), write('removeHistory', 'id')]
  const settled = await Promise.allSettled(calls)
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    undefined,
    false,
    'Error: UNIQUE constraint failed: history.id',
    true,
  ])
  await close()
})

/** What a thread's port hears besides what the thread says: under `--watch` Node tells every port which files were read. */
const foreign = [{ 'watch:import': ['file:///server/main.ts'] }, 'text', null, [{ value: 'no number' }]]
/** Says it to a thread that was just made, before the thread itself says anything. */
function sayForeign(message: unknown): void {
  const { worker } = message as { worker: Worker }
  process.nextTick(() => {
    for (const said of foreign) worker.emit('message', said)
  })
}

it('takes nothing for an answer, or for the opening, that its thread did not say', async () => {
  subscribe('worker_threads', sayForeign)
  const threads: Worker[] = []
  const note = (message: unknown) => threads.push((message as { worker: Worker }).worker)
  subscribe('worker_threads', note)
  const { write, close } = await opened('foreign')
  unsubscribe('worker_threads', sayForeign)
  unsubscribe('worker_threads', note)
  const removed = write('removeHistory', 'id')
  for (const said of foreign) {
    threads[0]?.emit('message', said)
    threads[0]?.postMessage(said)
  }
  expect(await removed).toBe(false)
  expect(await write('removeHistory', 'id')).toBe(false)
  await close()
})

it('waits for an answer no longer than a check may, whatever comes of it later, and leaves no timer behind', async () => {
  const { write, close, other } = await opened('late')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await write('saveHistory', 'id', '{}', HOUR_MS, 1e9)
  expect(vi.getTimerCount()).toBe(0)
  other.exec('BEGIN IMMEDIATE')
  const calls = [write('saveHistory', 'id', '{}', HOUR_MS, 1e9), write('removeHistory', 'id')]
  const refused = Promise.allSettled(calls)
  vi.advanceTimersByTime(1899)
  expect(vi.getTimerCount()).toBe(2)
  vi.advanceTimersByTime(1)
  const tooLate = new Error('The database did not answer in time.')
  expect(await refused).toEqual(calls.map(() => ({ status: 'rejected', reason: tooLate })))
  other.exec('ROLLBACK')
  vi.useRealTimers()
  expect(await write('removeHistory', 'id')).toBe(false)
  await close()
})

it('takes what was answered in time, though this process had no time to hear it', async () => {
  const { write, close, other } = await opened('away')
  const saved = write('saveHistory', 'id', '{}', HOUR_MS, 1e9)
  // The message has been sent.
  await new Promise(setImmediate)
  const row = other.prepare('SELECT id FROM history')
  while (row.all().length === 0) stand(10)
  stand(2000)
  await expect(saved).resolves.toBeUndefined()
  await close()
})

it('does nothing that nobody waits for any more, since this process stood still before it could ask', async () => {
  const { write, close } = await opened('stood')
  const saved = write('saveHistory', 'id', '{}', HOUR_MS, 1e9)
  stand(2000)
  await expect(saved).rejects.toThrow(/in time|Nobody waits/)
  expect(await write('removeHistory', 'id')).toBe(false)
  await close()
})

it('does what it was asked before it was closed, and refuses what it is asked afterwards', async () => {
  const { write, close, other } = await opened('closed')
  const saved = write('saveHistory', 'id', '{}', HOUR_MS, 1e9)
  const closed = close()
  await expect(write('removeHistory', 'id')).rejects.toThrow(CLOSED)
  await closed
  await expect(write('removeHistory', 'id')).rejects.toThrow(CLOSED)
  await expect(saved).resolves.toBeUndefined()
  expect(other.prepare('SELECT id FROM history').all()).toEqual([{ id: 'id' }])
  await close()
})

it('refuses all who wait, and all who come later, when its thread dies', async () => {
  // Its answer holds functions, which cannot be sent: that ends the thread.
  const deaths: Error[] = []
  const opening = { kind: 'history', path: join(folder, 'dead') } as const
  const { write, close } = await openSqliteWriter(opening, (error) => deaths.push(error))
  const kill = () => write('valueOf' as 'sweep', [], 0)
  const died = expect.objectContaining({ message: expect.stringContaining('thread has died') })
  const refused = { status: 'rejected', reason: died }
  expect(await Promise.allSettled([kill(), kill()])).toEqual([refused, refused])
  await expect(kill()).rejects.toEqual(died)
  // The server then ends, so that a supervisor starts it again.
  expect(deaths).toHaveLength(1)
  await close()
})

it('says why its file cannot be opened, whatever else is said before', async () => {
  const path = join(folder, 'no such folder/file')
  const why = 'unable to open database file'
  await expect(openSqliteWriter({ kind: 'history', path })).rejects.toThrow(why)
  subscribe('worker_threads', sayForeign)
  const opening = openSqliteWriter({ kind: 'history', path })
  unsubscribe('worker_threads', sayForeign)
  await expect(opening).rejects.toThrow(why)
})

it('says so when its thread dies before it has opened anything', async () => {
  const threads: Worker[] = []
  const kill = (message: unknown) => {
    const { worker } = message as { worker: Worker }
    threads.push(worker)
    process.nextTick(() => worker.emit('error', new Error('no memory for a thread')))
  }
  subscribe('worker_threads', kill)
  const onDeath = vi.fn()
  const opening = openSqliteWriter({ kind: 'history', path: join(folder, 'unborn') }, onDeath)
  unsubscribe('worker_threads', kill)
  await expect(opening).rejects.toThrow('no memory for a thread')
  expect(onDeath).not.toHaveBeenCalled()
  await threads[0]?.terminate()
})

const folderOf = (name: string) => {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  return own
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
    const db = new DatabaseSync(join(folder, 'contract/checker.db'))
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
    const other = new DatabaseSync(join(folder, `locked/${file}.db`))
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
    const other = new DatabaseSync(join(folder, `opening ${file}/${file}.db`))
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
  const store = await openAt('all closed')
  await store.close()
  writeFileSync(join(folderOf('no database'), 'checker.db'), 'no database')
  await expect(openAt('no database')).rejects.toThrow('file is not a database')
  unsubscribe('worker_threads', onThread)
  // A thread that is over has no id.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1, -1, -1])
  expect(vi.getTimerCount()).toBe(0)
  // SQLite removes its write-ahead log when the last connection is closed.
  expect(readdirSync(join(folder, 'all closed')).sort()).toEqual([
    'checker.db',
    'claims.db',
    'claims.db-journal',
  ])
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
    const db = new DatabaseSync(join(folder, 'sweep', file))
    const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all().length)
    db.close()
    return rows
  }
  expect(rowsOf('claims.db', ['proofs', 'purses', 'reservations'])).toEqual([0, 0, 0])
  expect(rowsOf('checker.db', ['history', 'cache'])).toEqual([0, 0])
})
