import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { TABLES } from './sql.ts'
import type { SqlCalls } from './sql.ts'

/** A rollback journal that is overwritten and never removed, and full size from the start, so that claims can be written while the disk is full. A write-ahead log could not be reserved like this. */
const SCHEMA = `
  PRAGMA journal_mode = PERSIST;
  PRAGMA synchronous = NORMAL;
  ${TABLES.claims.join(';')};`

/** Reserved pages of 4 KiB: room for about 8,000 claims, which live for some eight minutes. */
const RESERVE_PAGES = 256
/** Pages that the journal has room for: what the largest group of writes can touch. */
const JOURNAL_PAGES = 128
const ROW_BYTES = 3900

export function openClaims(db: DatabaseSync, path: string): void {
  db.exec(SCHEMA)
  reserveSpace(db, path)
}

/** Fills both files to their size, where they are not yet. Between the two transactions another server may do the same, and remove the table. */
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

export const HISTORY_SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  ${TABLES.history.join(';')};`

export type Opening = { kind: 'claims' | 'history'; path: string; maxPages?: number | undefined }

/** One call of a write, and until when (Unix milliseconds) anybody waits for it. */
export type Job = { number: number; name: keyof SqlCalls; given: unknown[]; until: number }
export type Done = { number: number; value?: unknown; fault?: string }
/** The number of a thread's opening, which is its first answer. */
export const OPENING = 0
