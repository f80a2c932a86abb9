import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { GivenAnswer, Reservation } from './Store.ts'
import {
  FEEDBACK_TABLES,
  CLAIM,
  CLAIMS_TABLE,
  EXPIRING_TABLES,
  HISTORY_TABLES,
  PUT_CACHED,
  REMOVE_HISTORY,
  SPEND_TABLES,
  countAnswer,
  preparedRun,
  reserve,
  saveHistory,
  settle,
  spentOn,
  sweepOf,
} from './sql.ts'

/**
 * Claims have a file of their own, with a rollback journal that is overwritten and never removed. Both files have their full size from
 * the start, so that claims can be written while the disk is full. A write-ahead log could not be reserved like this.
 */
const SCHEMA = `
  PRAGMA journal_mode = PERSIST;
  PRAGMA synchronous = NORMAL;
  ${CLAIMS_TABLE};
  ${SPEND_TABLES.join(';')};`

/** Reserved pages of 4 KiB: room for about 8,000 claims, which live for some eight minutes. */
const RESERVE_PAGES = 256
/** Pages that the journal has room for: what the largest group of writes can touch. */
const JOURNAL_PAGES = 128
/** A row that fills its page. */
const ROW_BYTES = 3900

/** What the claims' file can be asked to do, one transaction for many. */
export function claimWrites(db: DatabaseSync, path: string) {
  db.exec(SCHEMA)
  reserveSpace(db, path)
  const claim = db.prepare(CLAIM)
  const run = preparedRun(db)
  const sweeps = EXPIRING_TABLES.claims.map(sweepOf)
  return {
    claim: (id: string, expires: number): boolean => claim.get(id, expires) !== undefined,
    reserveSpend: (reservation: Reservation, now: number): string | null => reserve(run, reservation, now),
    settleSpend: (reservation: Reservation, usedMicros: number) => settle(run, reservation, usedMicros),
    spentOn: (quota: string): number => spentOn(run, quota),
    sweep(now: number): void {
      for (const statement of sweeps) run(statement, now)
    },
  }
}

/**
 * Makes both files as large as they have to be, where they are not yet. Rows that are removed leave their pages to the file. Between the two
 * transactions another server may do the same, and remove the table.
 */
function reserveSpace(db: DatabaseSync, path: string): void {
  db.exec('BEGIN EXCLUSIVE')
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count'])
  const journal = statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0
  const isThere = pages >= RESERVE_PAGES && journal >= JOURNAL_PAGES * 4096
  if (!isThere) {
    db.exec('DROP TABLE IF EXISTS ballast; CREATE TABLE ballast (filler BLOB)')
    const fill = db.prepare(`INSERT INTO ballast VALUES (zeroblob(${ROW_BYTES}))`)
    for (let page = 0; page < Math.max(RESERVE_PAGES, JOURNAL_PAGES + 1); page++) fill.run()
  }
  db.exec('COMMIT')
  if (isThere) return
  db.exec(`
    BEGIN EXCLUSIVE;
    CREATE TABLE IF NOT EXISTS ballast (filler BLOB);
    UPDATE ballast SET filler = randomblob(${ROW_BYTES});
    DROP TABLE ballast;
    COMMIT`)
}

const HISTORY_WRITES_SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  ${[...HISTORY_TABLES, ...FEEDBACK_TABLES].join(';')};`

/** The statements that write histories, cached answers and what visitors saw. */
export function historyWrites(db: DatabaseSync) {
  db.exec(HISTORY_WRITES_SCHEMA)
  const run = preparedRun(db)
  const sweeps = EXPIRING_TABLES.history.map(sweepOf)
  return {
    saveHistory(id: string, body: string, expires: number, maxBytes: number): void {
      saveHistory(run, id, body, expires, maxBytes)
    },
    removeHistory: (id: string): boolean => run(REMOVE_HISTORY, id).length === 1,
    writeCache(key: string, value: string, expires: number): void {
      run(PUT_CACHED, key, value, expires)
    },
    countAnswer: (answer: GivenAnswer, now: number) => countAnswer(run, answer, now),
    sweep(now: number): void {
      for (const statement of sweeps) run(statement, now)
    },
  }
}

/** What a thread is started with. */
export type Opening = { kind: 'claims' | 'history'; path: string; maxPages?: number | undefined }

/** One call of a write, and until when (Unix milliseconds) anybody waits for it. */
export type Job = { number: number; name: string; given: unknown[]; until: number }
/** What came of a call. */
export type Done = { number: number; value?: unknown; fault?: string }
/** The number of a thread's opening, which is its first answer. */
export const OPENING = 0
