import type { DatabaseSync, StatementSync } from 'node:sqlite'
import * as v from 'valibot'
import { Count } from '../../contract/evidence.ts'
import { FeedbackCell } from '../../contract/feedback.ts'
import { History } from '../../contract/wire.ts'
import { UNDO_MS } from './Store.ts'
import type { Feedback, FeedbackCount, GivenAnswer, Reservation, SavedHistory, Store } from './Store.ts'

export type Run = (sql: string, ...values: (string | number)[]) => Record<string, unknown>[]

export function preparedRun(db: DatabaseSync): Run {
  const statements = new Map<string, StatementSync>()
  return (sql, ...values) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...values)
  }
}

/** What visitors saw, for every store on SQLite: counts by day, and marks of what counted, which are gone within hours. */
const FEEDBACK_TABLES = [
  `CREATE TABLE IF NOT EXISTS seen_answers (day TEXT NOT NULL, item TEXT NOT NULL, verdict TEXT NOT NULL, seen TEXT NOT NULL, method TEXT NOT NULL,
    viewer TEXT NOT NULL, count INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (day, item, verdict, seen, method, viewer)) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS answer_marks (id TEXT PRIMARY KEY, count INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
] as const

const ADD = `
  INSERT INTO seen_answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
  ON CONFLICT (day, item, verdict, seen, method, viewer) DO UPDATE SET count = count + 1`
const MARKED = 'SELECT count FROM answer_marks WHERE id = ? AND expires > ?'
const MARK = 'INSERT OR REPLACE INTO answer_marks VALUES (?, ?, ?)'
/** First day, last day, now. */
const READ_ANSWERS =
  'SELECT day, item, verdict, seen, method, viewer, count FROM seen_answers WHERE day BETWEEN ? AND ? AND expires > ?'

const countIn = ([row]: Record<string, unknown>[]) => Number(row?.['count'] ?? 0)

const Row = v.object({ ...FeedbackCell.entries, count: Count })

/** The counts as they were stored. What is none is left out. */
export function answersIn(rows: readonly unknown[]): FeedbackCount[] {
  return rows.flatMap((row) => {
    const read = v.safeParse(Row, row)
    return read.success ? read.output : []
  })
}

const CLAIMS_TABLE =
  'CREATE TABLE IF NOT EXISTS proofs (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID'
const CLAIM = 'INSERT OR IGNORE INTO proofs (id, expires) VALUES (?, ?) RETURNING id'

const Stored = v.pipe(v.string(), v.parseJson(), History)
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

export const CACHE_TABLE =
  'CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID'

/** Histories and cached answers. The bytes of all histories stand in one row, which triggers keep. */
const HISTORY_TABLES = [
  'CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
  CACHE_TABLE,
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
const READ_HISTORY = 'SELECT body FROM history WHERE id = ? AND expires > ?'
const REMOVE_HISTORY = 'DELETE FROM history WHERE id = ? RETURNING id'
const PUT_CACHED = 'INSERT OR REPLACE INTO cache (key, value, expires) VALUES (?, ?, ?)'
const GET_CACHED = 'SELECT value FROM cache WHERE key = ? AND expires > ?'

/** Spending for every store on SQLite. What is `spent` never shrinks; what is `held` is reserved. */
const SPEND_TABLES = [
  `CREATE TABLE IF NOT EXISTS purses (name TEXT PRIMARY KEY, spent INTEGER NOT NULL, held INTEGER NOT NULL,
    expires INTEGER NOT NULL) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS reservations (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID',
] as const

const QUOTA = 'SELECT spent, held FROM purses WHERE name = ?'
/** Quota, what is known to be spent, millionths of a dollar, expiry. */
const HOLD = `
  INSERT INTO purses (name, spent, held, expires) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (name) DO UPDATE SET spent = max(spent, ?2), held = held + ?3, expires = max(expires, ?4)`
/** Quota, millionths of a dollar that were spent, that were reserved. */
const SPEND =
  'UPDATE purses SET spent = spent + ?2, held = max(0, held - ?3) WHERE name = ?1 RETURNING spent, held'
/** A quota that nothing was spent of needs no row. */
const FORGET = 'DELETE FROM purses WHERE name = ?'
const RESERVED = 'INSERT INTO reservations (id, expires) VALUES (?, ?)'
const SETTLED = 'DELETE FROM reservations WHERE id = ? RETURNING id'

const sumsIn = ([row]: Record<string, unknown>[]) => ({
  spent: Number(row?.['spent'] ?? 0),
  held: Number(row?.['held'] ?? 0),
})

/** What makes the tables of claims and spending, and those of histories, cached answers and what visitors saw. */
export const TABLES = {
  claims: [CLAIMS_TABLE, ...SPEND_TABLES],
  history: [...HISTORY_TABLES, ...FEEDBACK_TABLES],
} as const

/** Those whose rows expire. */
export const EXPIRING_TABLES = {
  claims: ['proofs', 'purses', 'reservations'],
  history: ['history', 'cache', 'seen_answers', 'answer_marks'],
} as const

export const sweepOf = (table: string) => `DELETE FROM ${table} WHERE expires <= ?`

/** What every store on SQLite does, by the names that its threads and objects are asked under; each runs within a transaction. */
export const sqlCalls = (run: Run) => ({
  claim: (id: string, expires: number) => run(CLAIM, id, expires).length === 1,

  /** The first quota that cannot afford the reservation; null when it is made. */
  reserveSpend({ id, micros, quotas }: Reservation, now: number): string | null {
    const empty = quotas.find(({ name, limitMicros, knownMicros = 0 }) => {
      const { spent, held } = sumsIn(run(QUOTA, name))
      return Math.max(spent, knownMicros) + held + micros > limitMicros
    })
    if (empty) return empty.name
    for (const { name, ttlMs, knownMicros = 0 } of quotas) run(HOLD, name, knownMicros, micros, now + ttlMs)
    run(RESERVED, id, now + UNDO_MS)
    return null
  },

  settleSpend({ id, micros, quotas }: Reservation, usedMicros: number): number[] {
    if (run(SETTLED, id).length === 0) return []
    return quotas.map(({ name }) => {
      const { spent, held } = sumsIn(run(SPEND, name, usedMicros, micros))
      if (spent + held === 0) run(FORGET, name)
      return spent
    })
  },

  spentOn(quota: string): number {
    const { spent, held } = sumsIn(run(QUOTA, quota))
    return spent + held
  },

  /** Saves a history under a new id and removes the oldest ones beyond `maxBytes`. */
  saveHistory(id: string, body: string, expires: number, maxBytes: number): void {
    run(SAVE_HISTORY, id, body, expires)
    while (Number(run(TOTAL)[0]?.['bytes']) > maxBytes) {
      if (run(OLDEST, id).length === 0) return
    }
  },

  readHistory: (id: string, now: number) => run(READ_HISTORY, id, now)[0]?.['body'],

  removeHistory: (id: string) => run(REMOVE_HISTORY, id).length === 1,

  writeCache: (key: string, value: string, expires: number) => void run(PUT_CACHED, key, value, expires),

  readCache(key: string, now: number): string | null {
    const [row] = run(GET_CACHED, key, now)
    return row ? String(row['value']) : null
  },

  countAnswer(answer: GivenAnswer, now: number): Awaited<ReturnType<Feedback['countAnswer']>> {
    const { day, item, verdict, seen, method, viewer } = answer.cell
    const ticket = `ticket ${answer.ticket}`
    const addresses = `share ${day} ${item}`
    const clientKey = `${addresses} ${answer.clientKey}`
    if (run(MARKED, ticket, now).length > 0) return 'again'
    const own = countIn(run(MARKED, clientKey, now))
    const all = countIn(run(MARKED, addresses, now))
    // A share of the addresses, not of the answers: answering often makes no room.
    if (own > 0 && (own + 1) * 100 > answer.percent * all) return 'full'
    if (own === 0) run(MARK, addresses, all + 1, now + answer.clientKeyMs)
    run(MARK, ticket, 1, now + answer.ticketMs)
    run(MARK, clientKey, own + 1, now + answer.clientKeyMs)
    run(ADD, day, item, verdict, seen, method, viewer, now + answer.cellMs)
    return 'counted'
  },

  readAnswers: (days: readonly string[], now: number) =>
    answersIn(run(READ_ANSWERS, days[0] ?? '', days.at(-1) ?? '', now)),

  sweep(tables: readonly string[], now: number): void {
    for (const table of tables) run(sweepOf(table), now)
  },
})
export type SqlCalls = ReturnType<typeof sqlCalls>
type Given<N extends keyof SqlCalls> = Parameters<SqlCalls[N]>
type Call<N extends keyof SqlCalls> = (...given: Given<N>) => ReturnType<SqlCalls[N]>
export type AsyncSqlCall = <N extends keyof SqlCalls>(
  name: N,
  ...given: Given<N>
) => Promise<ReturnType<SqlCalls[N]>>

export const callOf = <N extends keyof SqlCalls>(calls: SqlCalls, name: N, ...given: Given<N>) =>
  (calls[name] as Call<N>)(...given)

export type SqlPart = 'claim' | 'spend' | 'history' | 'cache' | 'answers'

/** A store whose calls run wherever `at` leads, by the part of the store and the key that they are about. */
export function sqlStore(
  at: (part: SqlPart, key: string) => AsyncSqlCall,
  historiesMax: number,
  now: () => number,
): Omit<Store, 'health' | 'close'> {
  return {
    claim: (id, ttlMs) => at('claim', id)('claim', id, now() + ttlMs),
    reserveSpend: (reservation) => at('spend', '')('reserveSpend', reservation, now()),
    settleSpend: (reservation, used) => at('spend', '')('settleSpend', reservation, used),
    spentOn: (quota) => at('spend', '')('spentOn', quota),
    saveHistory: (id, history, ttlMs) =>
      at('history', id)('saveHistory', id, JSON.stringify(history), now() + ttlMs, historiesMax),
    readHistory: async (id) => storedHistory(await at('history', id)('readHistory', id, now())),
    removeHistory: (id) => at('history', id)('removeHistory', id),
    writeCache: (key, value, ttlMs) => at('cache', key)('writeCache', key, value, now() + ttlMs),
    readCache: (key) => at('cache', key)('readCache', key, now()),
    countAnswer: (answer) => at('answers', '')('countAnswer', answer, now()),
    readAnswers: (days) => at('answers', '')('readAnswers', days, now()),
  }
}
