// A thread that writes one SQLite file: whatever waits for the disk or for another process waits here.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { preparedRun, sqlCalls } from './sql.ts'
import { HISTORY_SCHEMA, OPENING, openClaims } from './sqliteWrites.ts'
import type { Done, Job, Opening } from './sqliteWrites.ts'

/** How long another process may hold the file. A job that comes meanwhile waits at most twice as long: below the store's deadline. */
const BUSY_MS = 800
/** The same while the file is opened, which no visitor waits for: servers that start together make its tables one after the other. */
const OPENING_BUSY_MS = 10_000
const SQLITE_BUSY = 5
const SQLITE_FULL = 13

type Writes = Record<string, (...given: never[]) => unknown>

const port = parentPort
try {
  const { kind, path, maxPages } = workerData as Opening
  const db = new DatabaseSync(path, { timeout: OPENING_BUSY_MS })
  if (kind === 'claims') openClaims(db, path)
  else db.exec(HISTORY_SCHEMA)
  const writes: Writes = sqlCalls(preparedRun(db))
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
  port?.on('message', (first: unknown) => {
    const heard = [first]
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      heard.push(next.message)
    }
    // Under `--watch` Node tells every thread's port which files were read: no array.
    const items = heard.filter((message): message is (Job | 'close')[] => Array.isArray(message)).flat()
    const jobs = items.filter((item) => item !== 'close')
    port.postMessage(answer(db, writes, jobs))
    if (jobs.length === items.length) return
    db.close()
    port.close()
  })
  port?.postMessage([{ number: OPENING }] satisfies Done[])
} catch (error) {
  port?.postMessage([{ number: OPENING, fault: messageOf(error) }] satisfies Done[])
}

function answer(db: DatabaseSync, writes: Writes, jobs: Job[]): Done[] {
  const now = Date.now()
  const late = jobs.filter(({ until }) => until <= now)
  const awaited = jobs.filter(({ until }) => until > now)
  const skipped = late.map(({ number }) => ({ number, fault: 'Nobody waits any more.' }))
  return awaited.length > 0 ? [...skipped, ...together(db, writes, awaited)] : skipped
}

/** All in one transaction, which is most of a write's cost. When one fails, all are undone and run again by themselves, so that none suffers from another. */
function together(db: DatabaseSync, writes: Writes, jobs: Job[]): Done[] {
  try {
    db.exec('BEGIN IMMEDIATE')
    const done = jobs.map(({ number, name, given }) => ({
      number,
      value: writes[name]?.(...(given as never[])),
    }))
    db.exec('COMMIT')
    return done
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    if (jobs.length === 1 || isForAll(error))
      return jobs.map(({ number }) => ({ number, fault: messageOf(error) }))
    return jobs.flatMap((job) => together(db, writes, [job]))
  }
}

/** Trying one by one is of no use when the file is locked or the disk is full. */
function isForAll(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : 0
  return code === SQLITE_BUSY || code === SQLITE_FULL
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
