import type { DatabaseSync, StatementSync } from 'node:sqlite'
import * as v from 'valibot'
import { Count } from '../../contract/evidence.ts'
import { AgreementCell } from '../../contract/feedback.ts'
import { History } from '../../contract/wire.ts'
import { TRIES_MAX, UNDO_MS } from './Store.ts'
import type { AgreementCount, GivenAnswer, Reservation, SavedHistory, Store } from './Store.ts'

/**
 * Whether an address that gave `own` answers for an item on a day may give another: its first always, then while it has no more than a
 * percentage of as many as addresses answered. Counting addresses, not answers, keeps those that answer often from making room for themselves.
 */
export function mayCount(own: number, addresses: number, percent: number): boolean {
  return own === 0 || (own + 1) * 100 <= percent * addresses
}

/** Runs one of a few statements of SQL, and returns its rows. */
export type Run = (sql: string, ...values: (string | number)[]) => Record<string, unknown>[]

/** Prepares each statement once. */
export function preparedRun(db: DatabaseSync): Run {
  const statements = new Map<string, StatementSync>()
  return (sql, ...values) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...values)
  }
}

/** What visitors saw, for every store on SQLite: counts by day, and marks of what counted, which are gone within hours. `answers` holds what was counted before viewers were told apart, and is empty 90 days later. */
export const AGREEMENT_TABLES = [
  `CREATE TABLE IF NOT EXISTS seen_answers (day TEXT NOT NULL, item TEXT NOT NULL, verdict TEXT NOT NULL, seen TEXT NOT NULL, method TEXT NOT NULL,
    viewer TEXT NOT NULL, count INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (day, item, verdict, seen, method, viewer)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS answers (day TEXT NOT NULL, item TEXT NOT NULL, verdict TEXT NOT NULL, seen TEXT NOT NULL, method TEXT NOT NULL,
    count INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (day, item, verdict, seen, method)) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS answer_marks (id TEXT PRIMARY KEY, count INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
] as const

const ADD = `
  INSERT INTO seen_answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
  ON CONFLICT (day, item, verdict, seen, method, viewer) DO UPDATE SET count = count + 1`
const MARKED = 'SELECT count FROM answer_marks WHERE id = ? AND expires > ?'
const MARK = 'INSERT OR REPLACE INTO answer_marks VALUES (?, ?, ?)'
/** First day, last day, now. */
export const READ_ANSWERS = `
  SELECT day, item, verdict, seen, method, viewer, count FROM seen_answers WHERE day BETWEEN ?1 AND ?2 AND expires > ?3
  UNION ALL
  SELECT day, item, verdict, seen, method, 'unstated', count FROM answers WHERE day BETWEEN ?1 AND ?2 AND expires > ?3`

/** Runs within a transaction. */
export function countAnswer(
  run: Run,
  answer: GivenAnswer,
  now: number,
): Awaited<ReturnType<Store['countAnswer']>> {
  const { day, item, verdict, seen, method, viewer } = answer.cell
  const ticket = `ticket ${answer.ticket}`
  const addresses = `share ${day} ${item}`
  const share = `${addresses} ${answer.share}`
  if (run(MARKED, ticket, now).length > 0) return 'again'
  const own = countIn(run(MARKED, share, now))
  const all = countIn(run(MARKED, addresses, now))
  if (!mayCount(own, all, answer.percent)) return 'full'
  if (own === 0) run(MARK, addresses, all + 1, now + answer.shareMs)
  run(MARK, ticket, 1, now + answer.ticketMs)
  run(MARK, share, own + 1, now + answer.shareMs)
  run(ADD, day, item, verdict, seen, method, viewer, now + answer.cellMs)
  return 'counted'
}

const countIn = ([row]: Record<string, unknown>[]) => Number(row?.['count'] ?? 0)

const Row = v.object({ ...AgreementCell.entries, count: Count })

/** The counts as they were stored. What is none is left out. */
export function answersIn(rows: readonly unknown[]): AgreementCount[] {
  return rows.flatMap((row) => {
    const read = v.safeParse(Row, row)
    return read.success ? read.output : []
  })
}

/** SQL for claims, for every store on SQLite. The state of a claim that is held names its holder. */
export const CLAIMS_TABLE = `CREATE TABLE IF NOT EXISTS claims
  (id TEXT PRIMARY KEY, question TEXT NOT NULL, tries INTEGER NOT NULL, state TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID`
export const heldBy = (holder: string) => `held ${holder}`

/** Id, question, expiry, state of this holder. No row: the proof is spent. */
export const CLAIM = `
  INSERT INTO claims (id, question, tries, state, expires) VALUES (?1, ?2, 1, ?4, ?3)
  ON CONFLICT (id) DO UPDATE SET
    tries = tries + (state = 'open'), state = CASE state WHEN 'left' THEN 'back' ELSE ?4 END
    WHERE question = ?2 AND (state = 'left' OR (state = 'open' AND tries < ${TRIES_MAX}))
  RETURNING state`
/** Id, tries to take off, next state, state of this holder. */
export const RELEASE = 'UPDATE claims SET tries = tries - ?2, state = ?3 WHERE id = ?1 AND state = ?4'

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...History.entries, base: v.fallback(v.optional(v.string()), undefined) }),
)
/** What a history takes of a store beside its text: its id, its time and its places in indexes. */
export const HISTORY_OVERHEAD = 200
/** Bytes that all histories together may take unless told otherwise. */
export const HISTORIES_MAX = 1024 * 1024 * 1024

/** A history as its store kept it; null for none, and for one that no longer reads as a history. */
export function storedHistory(text: unknown): SavedHistory | null {
  const read = v.safeParse(Stored, text)
  return read.success ? read.output : null
}

const sizeOf = (body: string) => `(length(CAST(${body} AS BLOB)) + ${HISTORY_OVERHEAD})`

/**
 * Histories and cached answers, for every store on SQLite. What all histories take together stands in one row, which triggers keep, so
 * that nobody has to read them to know.
 */
export const HISTORY_TABLES = [
  'CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE INDEX IF NOT EXISTS history_expires ON history (expires)',
  'CREATE INDEX IF NOT EXISTS cache_expires ON cache (expires)',
  'CREATE TABLE IF NOT EXISTS history_total (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL)',
  `INSERT OR IGNORE INTO history_total SELECT 1, (SELECT coalesce(sum(${sizeOf('body')}), 0) FROM history)
    WHERE NOT EXISTS (SELECT 1 FROM history_total)`,
  `CREATE TRIGGER IF NOT EXISTS history_added AFTER INSERT ON history
    BEGIN UPDATE history_total SET bytes = bytes + ${sizeOf('new.body')}; END`,
  `CREATE TRIGGER IF NOT EXISTS history_removed AFTER DELETE ON history
    BEGIN UPDATE history_total SET bytes = bytes - ${sizeOf('old.body')}; END`,
] as const

const SAVE_HISTORY = 'INSERT INTO history (id, body, expires) VALUES (?, ?, ?)'
const TOTAL = 'SELECT bytes FROM history_total'
const OLDEST =
  'DELETE FROM history WHERE id IN (SELECT id FROM history WHERE id <> ? ORDER BY expires LIMIT 16) RETURNING id'
/** Id, expiry. No row: there is none. */
const KEEP_HISTORY =
  'UPDATE history SET expires = max(expires, ?2) WHERE id = ?1 AND expires > ?3 RETURNING id'
export const READ_HISTORY = 'SELECT body FROM history WHERE id = ? AND expires > ?'
/** No row: there was none. */
export const REMOVE_HISTORY = 'DELETE FROM history WHERE id = ? RETURNING id'
export const KEEP = 'INSERT OR REPLACE INTO cache (key, value, expires) VALUES (?, ?, ?)'
export const READ_KEPT = 'SELECT value FROM cache WHERE key = ? AND expires > ?'

/** Saves a history under a new id and removes the oldest ones beyond `maxBytes`. Runs within a transaction. */
export function saveHistory(run: Run, id: string, body: string, expires: number, maxBytes: number): void {
  run(SAVE_HISTORY, id, body, expires)
  while (Number(run(TOTAL)[0]?.['bytes']) > maxBytes) {
    if (run(OLDEST, id).length === 0) return
  }
}

/** Whether there is such a history, which then lasts until `expires` at least. */
export const keepHistory = (run: Run, id: string, expires: number, now: number) =>
  run(KEEP_HISTORY, id, expires, now).length === 1

/** Spending for every store on SQLite. A purse's name stands in the column `day`. */
export const SPEND_TABLES = [
  'CREATE TABLE IF NOT EXISTS spend (day TEXT PRIMARY KEY, micros INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS reservations (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID',
] as const

const SPENT_ON = 'SELECT micros FROM spend WHERE day = ?'
/** Purse, millionths of a dollar, expiry. */
const SPEND_SQL_ADD = `
  INSERT INTO spend (day, micros, expires) VALUES (?1, ?2, ?3)
  ON CONFLICT (day) DO UPDATE SET micros = micros + ?2, expires = max(expires, ?3)`
/** Purse, millionths of a dollar to add, which may be negative. */
const CHANGE = 'UPDATE spend SET micros = max(0, micros + ?2) WHERE day = ?1'
/** A purse that nothing was spent of needs no row. */
const FORGET = 'DELETE FROM spend WHERE day = ? AND micros = 0'
const RESERVED = 'INSERT INTO reservations (id, expires) VALUES (?, ?)'
/** No row: it was not made, or is settled. */
const SETTLED = 'DELETE FROM reservations WHERE id = ? RETURNING id'

export const spentOn = (run: Run, purse: string) => Number(run(SPENT_ON, purse)[0]?.['micros'] ?? 0)

/** The first purse that cannot afford the reservation; null when it is made. */
export function reserve(run: Run, { id, micros, purses }: Reservation, now: number): string | null {
  const empty = purses.find(({ name, limitMicros }) => spentOn(run, name) + micros > limitMicros)
  if (empty) return empty.name
  for (const { name, ttlMs } of purses) run(SPEND_SQL_ADD, name, micros, now + ttlMs)
  run(RESERVED, id, now + UNDO_MS)
  return null
}

export function settle(run: Run, { id, micros, purses }: Reservation, usedMicros: number): void {
  if (run(SETTLED, id).length === 0) return
  for (const { name } of purses) {
    run(CHANGE, name, usedMicros - micros)
    run(FORGET, name)
  }
}

/** Removes the rows of a table whose time is over. */
export const sweepOf = (table: string) => `DELETE FROM ${table} WHERE expires <= ?`
