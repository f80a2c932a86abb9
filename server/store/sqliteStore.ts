import { DatabaseSync } from 'node:sqlite'
import { groupCommit } from './groupCommit.ts'
import { SPEND_KEPT_MS } from './Store.ts'
import type { Store } from './Store.ts'
import { storedHistory } from './storedHistory.ts'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS claims (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS spend (day TEXT PRIMARY KEY, micros INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claims_expires ON claims (expires);
  CREATE INDEX IF NOT EXISTS history_expires ON history (expires);
  CREATE INDEX IF NOT EXISTS cache_expires ON cache (expires);`

const SWEEP_MS = 60_000
const SQLITE_FULL = 13

export type SqliteStore = Store & { sweep: () => void }

/** The embedded store: one SQLite file in WAL mode. `:memory:` keeps everything in the process. */
export function openSqliteStore(
  path: string,
  now: () => number = Date.now,
  { maxPages }: { maxPages?: number } = {},
): SqliteStore {
  const db = new DatabaseSync(path)
  db.exec(SCHEMA)
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
  const sweeps = ['claims', 'history', 'cache', 'spend'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE expires <= ?`),
  )
  const sweep = () => {
    for (const statement of sweeps) statement.run(now())
    for (const [id, expires] of overflow) if (expires <= now()) overflow.delete(id)
  }
  const write = groupCommit(db)
  const timer = setInterval(
    () => write(sweep).catch(() => 'the next sweep makes up for it'),
    SWEEP_MS,
  ).unref()

  /** Claims that a full disk had no room for: the checks go on, and this process still lets each proof through once. */
  const overflow = new Map<string, number>()
  const overflows = (id: string) => (overflow.get(id) ?? 0) > now()
  const isClaimed = db.prepare('SELECT 1 FROM claims WHERE id = ? AND expires > ?')
  const claim = db.prepare(
    `INSERT INTO claims (id, expires) VALUES (?1, ?2)
     ON CONFLICT (id) DO UPDATE SET expires = ?2 WHERE expires <= ?3`,
  )
  const release = db.prepare('DELETE FROM claims WHERE id = ?')
  const saveHistory = db.prepare('INSERT INTO history (id, body, expires) VALUES (?, ?, ?)')
  const readHistory = db.prepare('SELECT body FROM history WHERE id = ? AND expires > ?')
  const writeCache = db.prepare('INSERT OR REPLACE INTO cache (key, value, expires) VALUES (?, ?, ?)')
  const readCache = db.prepare('SELECT value FROM cache WHERE key = ? AND expires > ?')
  const reserveSpend = db.prepare(
    `INSERT INTO spend (day, micros, expires) SELECT ?1, ?2, ?4 WHERE ?2 <= ?3
     ON CONFLICT (day) DO UPDATE SET micros = micros + ?2 WHERE micros + ?2 <= ?3`,
  )
  const returnSpend = db.prepare('UPDATE spend SET micros = max(0, micros - ?) WHERE day = ?')
  const spentOn = db.prepare('SELECT micros FROM spend WHERE day = ?')

  return {
    sweep,
    async claim(id, ttlMs) {
      const inserted = await write(() => claim.run(id, now() + ttlMs, now()).changes === 1).catch(
        nullWhenFull,
      )
      if (overflows(id)) return false
      if (inserted !== null) return inserted
      if (isClaimed.get(id, now())) return false
      overflow.set(id, now() + ttlMs)
      return true
    },
    async release(id) {
      overflow.delete(id)
      await write(() => release.run(id))
    },
    async saveHistory(id, history, ttlMs) {
      await write(() => saveHistory.run(id, JSON.stringify(history), now() + ttlMs))
    },
    async readHistory(id) {
      const row = readHistory.get(id, now())
      return row ? storedHistory(row['body']) : null
    },
    async writeCache(key, value, ttlMs) {
      await write(() => writeCache.run(key, value, now() + ttlMs)).catch(nullWhenFull)
    },
    async readCache(key) {
      const row = readCache.get(key, now())
      return row ? String(row['value']) : null
    },
    reserveSpend: (day, micros, limit) =>
      write(() => reserveSpend.run(day, micros, limit, now() + SPEND_KEPT_MS).changes === 1),
    async returnSpend(day, micros) {
      await write(() => returnSpend.run(micros, day))
    },
    async spentOn(day) {
      return Number(spentOn.get(day)?.['micros'] ?? 0)
    },
    async health() {
      readCache.get('', 0)
    },
    async close() {
      clearInterval(timer)
      db.close()
    },
  }
}

/** For what can do without the disk: null when it (or the file's page limit) is full. */
function nullWhenFull(error: unknown): null {
  if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL) return null
  throw error
}
