import type { DatabaseSync } from 'node:sqlite'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS history_expires ON history (expires);
  CREATE INDEX IF NOT EXISTS cache_expires ON cache (expires);`

/** What the file of histories and kept answers can be asked to do. */
export function historyWrites(db: DatabaseSync) {
  db.exec(SCHEMA)
  const save = db.prepare('INSERT INTO history (id, body, expires) VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM history WHERE id = ?')
  const keep = db.prepare('INSERT OR REPLACE INTO cache (key, value, expires) VALUES (?, ?, ?)')
  const sweeps = ['history', 'cache'].map((table) => db.prepare(`DELETE FROM ${table} WHERE expires <= ?`))
  return {
    saveHistory(id: string, body: string, expires: number): void {
      save.run(id, body, expires)
    },
    removeHistory: (id: string): boolean => remove.run(id).changes === 1,
    writeCache(key: string, value: string, expires: number): void {
      keep.run(key, value, expires)
    },
    sweep(now: number): void {
      for (const statement of sweeps) statement.run(now)
    },
  }
}
