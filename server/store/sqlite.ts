import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Store } from './Store.ts'
import {
  HISTORIES_BYTES_MAX,
  SQL_SCHEMA,
  callByName,
  createRunSql,
  createSqlCalls,
  createSqlStore,
} from './sql.ts'
import type { AsyncSqlCall } from './sql.ts'

/** How long calls wait for another process that holds the file, and for how long between two tries. */
const BUSY_MS = 1800
const RETRY_MS = 10
/** Longest wait for the file's lock while it is opened, in milliseconds. No visitor waits for that, and servers that start together create its tables one after the other. */
const OPENING_BUSY_MS = 10_000
const SQLITE_BUSY = 5
/** Calls that write nothing. */
const READ_CALL_NAME = /^read/
/** Expired rows stay this long at most. */
const SWEEP_MS = 15 * 60_000

export type SqliteOptions = {
  now?: () => number
  /** Limits the file to this many pages of 4 KiB, to act like a full disk. */
  maxPages?: number
  historiesMax?: number
}

/** The embedded store: one SQLite file in WAL mode, which only its owner may read. */
export async function openSqliteStore(
  folder: string,
  { now = Date.now, maxPages, historiesMax = HISTORIES_BYTES_MAX }: SqliteOptions = {},
): Promise<Store & { sweep: () => Promise<void> }> {
  const db = openDatabase(join(folder, 'checker.db'))
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
  const calls = createSqlCalls(createRunSql(db))
  /** Readers never wait for writers, so a successful read does not show whether a writer has to wait. */
  const [whenWritable, whenReadable] = [createRetry(), createRetry()]
  const call: AsyncSqlCall = (name, ...given) =>
    READ_CALL_NAME.test(name)
      ? whenReadable(() => callByName(calls, name, ...given))
      : whenWritable(() => inTransaction(db, () => callByName(calls, name, ...given)))
  const store = createSqlStore(() => call, historiesMax, now)

  /** Removes expired rows, a few at a time, and empties the write-ahead log: what is removed is then nowhere in the files. */
  async function sweep(): Promise<void> {
    while (await whenWritable(() => inTransaction(db, () => calls.sweep(now())))) await nextTurn()
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  // Rows that could not be removed now are removed at the next sweep.
  const timer = setInterval(() => void sweep().catch(() => undefined), SWEEP_MS).unref()

  return {
    ...store,
    sweep,
    async health() {
      await store.claim(`probe:${randomUUID()}`, now() + 1)
      return null
    },
    async close() {
      clearInterval(timer)
      db.close()
    },
  }
}

function openDatabase(path: string): DatabaseSync {
  // SQLite gives its additional files (`-wal`, `-shm`) the mode of this one.
  closeSync(openSync(path, 'a', 0o600))
  allowOwnerOnly(path, 0o600)
  const db = new DatabaseSync(path, { timeout: OPENING_BUSY_MS })
  // With `secure_delete` SQLite overwrites removed data with zeros.
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; ${SQL_SCHEMA.join(';')}`,
  )
  // From here on, waiting for the file must not block the event loop: see `createRetry`.
  db.exec('PRAGMA busy_timeout = 0')
  return db
}

/**
 * Removes the permissions that are not in `mode`, and adds none: a read-only folder stays read-only. Files of another user, as in
 * some containers, keep the mode that this user gave them.
 */
export function allowOwnerOnly(path: string, mode: number): void {
  try {
    chmodSync(path, statSync(path).mode & mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * Returns a function that tries again while another process holds the file, without holding up the event loop. All calls together wait
 * for `BUSY_MS`: then each of them fails at once until the file is free again, so a check is refused in this time however many calls it makes.
 */
function createRetry() {
  let busySince: number | null = null
  return async <T>(work: () => T): Promise<T> => {
    for (;;) {
      try {
        const value = work()
        busySince = null
        return value
      } catch (error) {
        const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
        if (!isBusy) throw error
        busySince ??= performance.now()
        if (performance.now() - busySince > BUSY_MS) throw error
      }
      await delay(RETRY_MS * (0.5 + Math.random()))
    }
  }
}
