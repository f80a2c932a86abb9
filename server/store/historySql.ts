import type { Run } from './preparedRun.ts'
import { HISTORY_OVERHEAD } from './storedHistory.ts'

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
