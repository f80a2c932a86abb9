import type { DatabaseSync } from 'node:sqlite'
import { CACHE_TABLE, HISTORY_TABLE, KEEP, REMOVE_HISTORY, SAVE_HISTORY } from './historySql.ts'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  ${HISTORY_TABLE};
  ${CACHE_TABLE};
  CREATE INDEX IF NOT EXISTS history_expires ON history (expires);
  CREATE INDEX IF NOT EXISTS cache_expires ON cache (expires);`

/** The statements that write histories and cached answers. */
export function historyWrites(db: DatabaseSync) {
  db.exec(SCHEMA)
  const save = db.prepare(SAVE_HISTORY)
  const remove = db.prepare(REMOVE_HISTORY)
  const keep = db.prepare(KEEP)
  const sweeps = ['history', 'cache'].map((table) => db.prepare(`DELETE FROM ${table} WHERE expires <= ?`))
  return {
    saveHistory(id: string, body: string, expires: number): void {
      save.run(id, body, expires)
    },
    removeHistory: (id: string): boolean => remove.get(id) !== undefined,
    writeCache(key: string, value: string, expires: number): void {
      keep.run(key, value, expires)
    },
    sweep(now: number): void {
      for (const statement of sweeps) statement.run(now)
    },
  }
}
