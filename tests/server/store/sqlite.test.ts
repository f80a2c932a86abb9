import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { openSqliteWriter } from '../../../server/store/sqlite.ts'
import { scratchFolder } from '../scratch.ts'

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
