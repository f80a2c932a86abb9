/** SQL for histories and cached answers, for every store on SQLite. */
export const HISTORY_TABLE =
  'CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID'
export const CACHE_TABLE =
  'CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID'

export const SAVE_HISTORY = 'INSERT INTO history (id, body, expires) VALUES (?, ?, ?)'
export const READ_HISTORY = 'SELECT body FROM history WHERE id = ? AND expires > ?'
/** No row: there was none. */
export const REMOVE_HISTORY = 'DELETE FROM history WHERE id = ? RETURNING id'
export const KEEP = 'INSERT OR REPLACE INTO cache (key, value, expires) VALUES (?, ?, ?)'
export const READ_KEPT = 'SELECT value FROM cache WHERE key = ? AND expires > ?'
