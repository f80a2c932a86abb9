/*
 * The tables of every store on SQLite: the file `checker.db` of a Node server (`sqlite.ts`), or Durable Objects (`../cloudflare`). `expires`
 * is Unix milliseconds; a row is not read after it, and a sweep every quarter of an hour removes it.
 *
 *   table          key                     holds                                              lives
 *   proofs         token of a challenge    that its proof was spent                           the challenge and 10 minutes
 *   latest_time    1                       when rows were last swept out                      for ever
 *   quotas         name of a quota         what was spent and reserved of it                  as the quota says: hours to days
 *   history        id of a saved batch     its posts, time and upstream, as JSON              HISTORY_DAYS
 *   history_total  1                       the bytes of all saved batches, kept by triggers   for ever
 *   cache          method and question     an answer of X, as JSON                            up to 15 minutes
 *   settings       1                       the operator's settings, as JSON                   until they are replaced
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import * as v from 'valibot'
import { BatchHistory } from '../../contract/wire.ts'
import { CLAIM_GRACE_MS } from './Store.ts'
import type { CacheEntry, ProofClaim, Reservation, SavedHistory, SpendOutcome, Store } from './Store.ts'

export type RunSql = (sql: string, ...values: (string | number)[]) => Record<string, unknown>[]

export function createRunSql(db: DatabaseSync): RunSql {
  const statements = new Map<string, StatementSync>()
  return (sql, ...values) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...values)
  }
}

const PROOF_TABLES = [
  'CREATE TABLE IF NOT EXISTS proofs (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS latest_time (one INTEGER PRIMARY KEY CHECK (one = 1), time INTEGER NOT NULL)',
] as const
const CLAIM = 'INSERT OR IGNORE INTO proofs (id, expires) VALUES (?, ?) RETURNING id'
const LATEST_TIME = 'SELECT time FROM latest_time'
const SET_LATEST_TIME = 'INSERT OR REPLACE INTO latest_time VALUES (1, ?)'

const Stored = v.pipe(v.string(), v.parseJson(), BatchHistory)
/** Bytes that a history needs beside its text: for its id, its time and its index entries. */
export const HISTORY_OVERHEAD_BYTES = 200
/** Maximum number of bytes of all histories together, unless configured otherwise. */
export const HISTORIES_BYTES_MAX = 1024 * 1024 * 1024

/** Parses a history that a store returned. Null if there is none, or if its text is not a valid history. */
export function parseStoredHistory(text: unknown): SavedHistory | null {
  const read = v.safeParse(Stored, text)
  return read.success ? read.output : null
}

const sizeOf = (body: string) => `(length(CAST(${body} AS BLOB)) + ${HISTORY_OVERHEAD_BYTES})`

const CACHE_TABLE =
  'CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID'

const HISTORY_TABLES = [
  'CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
  CACHE_TABLE,
  'CREATE TABLE IF NOT EXISTS history_total (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL)',
  'INSERT OR IGNORE INTO history_total VALUES (1, 0)',
  `CREATE TRIGGER IF NOT EXISTS history_added AFTER INSERT ON history
    BEGIN UPDATE history_total SET bytes = bytes + ${sizeOf('new.body')}; END`,
  `CREATE TRIGGER IF NOT EXISTS history_removed AFTER DELETE ON history
    BEGIN UPDATE history_total SET bytes = bytes - ${sizeOf('old.body')}; END`,
] as const

const SAVE_HISTORY = 'INSERT INTO history (id, body, expires) VALUES (?, ?, ?)'
const READ_HISTORY_BYTES = 'SELECT bytes FROM history_total'
const REMOVE_OLDEST_HISTORIES =
  'DELETE FROM history WHERE id IN (SELECT id FROM history WHERE id <> ? ORDER BY expires LIMIT 16) RETURNING id'
const READ_HISTORY = 'SELECT body FROM history WHERE id = ? AND expires > ?'
const REMOVE_HISTORY = 'DELETE FROM history WHERE id = ? RETURNING id'
const PUT_CACHED = 'INSERT OR REPLACE INTO cache (key, value, expires) VALUES (?, ?, ?)'
const GET_CACHED = 'SELECT value FROM cache WHERE key = ? AND expires > ?'

const SETTINGS_TABLE =
  'CREATE TABLE IF NOT EXISTS settings (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'
const READ_SETTINGS = 'SELECT text FROM settings'
const WRITE_SETTINGS = 'INSERT OR REPLACE INTO settings VALUES (1, ?)'

const SPENDING_TABLE =
  'CREATE TABLE IF NOT EXISTS quotas (name TEXT PRIMARY KEY, spent INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID'

const READ_SPENT = 'SELECT spent FROM quotas WHERE name = ?'
/** Adds ?2 (negative for a refund) to the sum that is spent of quota ?1, but does not go below 0. The quota expires at ?3 or later. */
const SPEND = `
  INSERT INTO quotas (name, spent, expires) VALUES (?1, max(0, ?2), ?3)
  ON CONFLICT (name) DO UPDATE SET spent = max(0, spent + ?2), expires = max(expires, ?3)`

/** The columns of each table's key; rows of these tables expire. */
const KEYS_OF_EXPIRING = {
  proofs: 'id',
  quotas: 'name',
  history: 'id',
  cache: 'key',
} as const
const EXPIRING_TABLES = Object.entries(KEYS_OF_EXPIRING)

/** Statements that create missing tables and indexes. It is safe to run them on any database. */
export const SQL_SCHEMA: readonly string[] = [
  ...PROOF_TABLES,
  SPENDING_TABLE,
  ...HISTORY_TABLES,
  SETTINGS_TABLE,
  ...EXPIRING_TABLES.map(([table]) => `CREATE INDEX IF NOT EXISTS ${table}_expires ON ${table} (expires)`),
]

/** Rows of a table that one sweep removes: it takes a few milliseconds. */
const SWEPT_AT_ONCE = 500
const sweepOf = ([table, key]: (typeof EXPIRING_TABLES)[number]) =>
  `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE expires <= ? LIMIT ${SWEPT_AT_ONCE}) RETURNING 1`

/** The calls of every store on SQLite. Durable Objects are called by these names. Each call runs within a transaction. */
export const createSqlCalls = (run: RunSql) => ({
  claim(id: string, expires: number, now: number): ProofClaim {
    const latestMs = Math.max(now, Number(run(LATEST_TIME)[0]?.['time'] ?? 0))
    const isFirst = latestMs < expires && run(CLAIM, id, expires + CLAIM_GRACE_MS).length === 1
    return { isFirst, latestMs }
  },

  spend({ amount, quotas }: Reservation, now: number): SpendOutcome {
    const sums = quotas.map(({ name }) => Number(run(READ_SPENT, name)[0]?.['spent'] ?? 0))
    const refusing = quotas.find(({ limit }, index) => (sums[index] ?? 0) + amount > limit)
    if (refusing || amount === 0) return { refusedBy: refusing?.name ?? null, sums }
    for (const { name, ttlMs } of quotas) run(SPEND, name, amount, now + ttlMs)
    return { refusedBy: null, sums: sums.map((sum) => Math.max(0, sum + amount)) }
  },

  /** Saves a history under a new id and removes the oldest ones beyond `maxBytes`. */
  saveHistory(id: string, body: string, expires: number, maxBytes: number): void {
    run(SAVE_HISTORY, id, body, expires)
    while (Number(run(READ_HISTORY_BYTES)[0]?.['bytes']) > maxBytes) {
      if (run(REMOVE_OLDEST_HISTORIES, id).length === 0) return
    }
  },

  readHistory: (id: string, now: number) => run(READ_HISTORY, id, now)[0]?.['body'],

  removeHistory: (id: string) => run(REMOVE_HISTORY, id).length === 1,

  writeCache(entries: readonly CacheEntry[], now: number): void {
    for (const { key, value, ttlMs } of entries) run(PUT_CACHED, key, value, now + ttlMs)
  },

  readCache(key: string, now: number): string | null {
    const [row] = run(GET_CACHED, key, now)
    return row ? String(row['value']) : null
  },

  readSettings(): string | null {
    const [row] = run(READ_SETTINGS)
    return row ? String(row['text']) : null
  },

  writeSettings: (text: string) => void run(WRITE_SETTINGS, text),

  /** Removes some of the expired rows, and tells whether there may be more. */
  sweep(now: number): boolean {
    // A claim that is removed now must not be made again by a clock that is set back: see `claim`.
    if (now > Number(run(LATEST_TIME)[0]?.['time'] ?? 0)) run(SET_LATEST_TIME, now)
    return EXPIRING_TABLES.map((table) => run(sweepOf(table), now).length).some(
      (count) => count === SWEPT_AT_ONCE,
    )
  },

  hasExpiringRows: () => EXPIRING_TABLES.some(([table]) => run(`SELECT 1 FROM ${table} LIMIT 1`).length > 0),
})
export type SqlCalls = ReturnType<typeof createSqlCalls>
type Given<N extends keyof SqlCalls> = Parameters<SqlCalls[N]>
type Call<N extends keyof SqlCalls> = (...given: Given<N>) => ReturnType<SqlCalls[N]>
export type AsyncSqlCall = <N extends keyof SqlCalls>(
  name: N,
  ...given: Given<N>
) => Promise<ReturnType<SqlCalls[N]>>

export const callByName = <N extends keyof SqlCalls>(calls: SqlCalls, name: N, ...given: Given<N>) =>
  (calls[name] as Call<N>)(...given)

export type StorePart = 'claim' | 'spend' | 'history' | 'cache' | 'settings'

/**
 * A store whose calls run wherever `at` leads, by the part of the store and the key that they are about. Answers to cache for which `at`
 * returns the same function are written in one transaction.
 */
export function createSqlStore(
  at: (part: StorePart, key: string) => AsyncSqlCall,
  historiesMax: number,
  now: () => number,
): Omit<Store, 'health' | 'close'> {
  return {
    claim: (id, expiresMs) => at('claim', id)('claim', id, expiresMs, now()),
    spend: (reservation) => at('spend', '')('spend', reservation, now()),
    saveHistory: (id, history, ttlMs) =>
      at('history', id)('saveHistory', id, JSON.stringify(history), now() + ttlMs, historiesMax),
    readHistory: async (id) => parseStoredHistory(await at('history', id)('readHistory', id, now())),
    removeHistory: (id) => at('history', id)('removeHistory', id),
    async writeCache(entries) {
      const groups = Map.groupBy(entries, ({ key }) => at('cache', key))
      await Promise.all([...groups].map(([call, group]) => call('writeCache', group, now())))
    },
    readCache: (key) => at('cache', key)('readCache', key, now()),
    readSettings: () => at('settings', '')('readSettings'),
    writeSettings: (text) => at('settings', '')('writeSettings', text),
  }
}
