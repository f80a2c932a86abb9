import { DurableObject } from 'cloudflare:workers'
import { createMemoryCount } from '../http/limits.ts'
import { SQL_SCHEMA, callByName, createSqlCalls } from '../store/sql.ts'
import type { SqlCalls } from '../store/sql.ts'

const SECRETS_TABLE =
  'CREATE TABLE IF NOT EXISTS secrets (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'

/** Calls that may write a row that expires. */
const EXPIRING_CALLS: ReadonlySet<string> = new Set<keyof SqlCalls>([
  'claim',
  'spend',
  'saveHistory',
  'writeCache',
])

/** One object counts the calls of one address or network, under a key for each kind of call. */
const KEYS_MAX = 16
/**
 * Every eighth call that is counted stores the count, since an object that is idle for ten seconds loses its memory: at most seven calls
 * are then forgotten. A row for each call would cost more than the call.
 */
const CALLS_PER_STORED_COUNT = 8
type StoredCount = { calls: number; endsAt: number }
/** Expired rows stay this long at most: each sweep is a request that the operator pays for. */
const SWEEP_MS = 15 * 60_000

/** One shard of the store, in SQLite. Objects that count limits have no tables: they store counts by key. */
export class StoreObject extends DurableObject {
  readonly #count = createMemoryCount(KEYS_MAX)
  /** The keys whose stored counts were read into memory. */
  readonly #restored = new Map<string, Promise<void>>()
  #hasTables = false
  #sweepIsSet = false

  /** Runs one of `createSqlCalls`. */
  async call<N extends keyof SqlCalls>(name: N, ...given: Parameters<SqlCalls[N]>) {
    if (EXPIRING_CALLS.has(name)) await this.#sweepLater()
    try {
      return this.ctx.storage.transactionSync(() => callByName(this.#calls, name, ...given))
    } catch (error) {
      // The transaction that is rolled back now may have created the tables.
      this.#hasTables = false
      throw error
    }
  }

  async count(key: string, windowMs: number, amount?: number): Promise<{ calls: number; msLeft: number }> {
    const restored = this.#restored.get(key) ?? this.#restore(key)
    this.#restored.set(key, restored)
    await restored
    const counted = await this.#count(key, windowMs, amount)
    if (amount !== 0 && counted.calls % CALLS_PER_STORED_COUNT === 0) {
      const stored: StoredCount = { calls: counted.calls, endsAt: Date.now() + counted.msLeft }
      await this.ctx.storage.put(key, stored)
      await this.#sweepLater()
    }
    return counted
  }

  async #restore(key: string): Promise<void> {
    const stored = await this.ctx.storage.get<StoredCount>(key)
    const msLeft = (stored?.endsAt ?? 0) - Date.now()
    if (stored && msLeft > 0) await this.#count(key, msLeft, stored.calls)
  }

  async readSecrets(): Promise<string | null> {
    const [row] = this.#run('SELECT text FROM secrets')
    return row ? String(row['text']) : null
  }

  async createSecrets(text: string): Promise<void> {
    this.#run('INSERT INTO secrets VALUES (1, ?) ON CONFLICT DO NOTHING', text)
  }

  async replaceSecrets(text: string, before: string): Promise<boolean> {
    return this.#run('UPDATE secrets SET text = ? WHERE text = ? RETURNING one', text, before).length === 1
  }

  /** Called by the platform at the time that was set. Sets the next one while rows are left. */
  async alarm(): Promise<void> {
    this.#sweepIsSet = false
    const counts = await this.ctx.storage.list()
    if (counts.size > 0) {
      await this.ctx.storage.delete([...counts.keys()])
      return
    }
    if (!(await this.sweep())) return
    await this.#sweepLater()
    // The platform repeats an alarm that throws. In an object that gets no calls any more, nothing else would set the next alarm.
    if (!this.#sweepIsSet)
      throw new Error(
        'The next sweep of expired rows could not be scheduled; the platform repeats this alarm',
      )
  }

  async sweep(): Promise<boolean> {
    while (this.#calls.sweep(Date.now()));
    return this.#calls.hasExpiringRows()
  }

  /** Makes the tables before the first statement: an object that only counts has none, and takes no space. */
  readonly #run = (sql: string, ...values: (string | number)[]) => {
    const { sql: database } = this.ctx.storage
    if (!this.#hasTables) for (const statement of [...SQL_SCHEMA, SECRETS_TABLE]) database.exec(statement)
    this.#hasTables = true
    return database.exec(sql, ...values).toArray()
  }
  readonly #calls = createSqlCalls(this.#run)

  async #sweepLater(): Promise<void> {
    if (this.#sweepIsSet) return
    this.#sweepIsSet = true
    try {
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
    } catch {
      this.#sweepIsSet = false
    }
  }
}
