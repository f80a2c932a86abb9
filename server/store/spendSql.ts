import type { Run } from './preparedRun.ts'
import type { Reservation } from './Store.ts'
import { UNDO_MS } from './Store.ts'

/** Spending for every store on SQLite. A purse's name stands in the column `day`. */
export const SPEND_TABLES = [
  'CREATE TABLE IF NOT EXISTS spend (day TEXT PRIMARY KEY, micros INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS reservations (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID',
] as const

const SPENT_ON = 'SELECT micros FROM spend WHERE day = ?'
/** Purse, millionths of a dollar, expiry. */
const ADD = `
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
  for (const { name, ttlMs } of purses) run(ADD, name, micros, now + ttlMs)
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
