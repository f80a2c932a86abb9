import { DurableObject } from 'cloudflare:workers'
import type { DurableObjectState } from '@cloudflare/workers-types'
import { countInMemory } from '../store/countInMemory.ts'
import {
  CLAIM,
  CLAIMS_TABLE,
  RELEASE,
  RESERVE_SPEND,
  RETURN_SPEND,
  SPENT_ON,
  SPEND_TABLE,
} from '../store/claimSql.ts'
import {
  CACHE_TABLE,
  HISTORY_TABLE,
  KEEP,
  READ_HISTORY,
  READ_KEPT,
  REMOVE_HISTORY,
  SAVE_HISTORY,
} from '../store/historySql.ts'
import type { Claim, Claimed, Release } from '../store/Store.ts'
import { SPEND_KEPT_MS } from '../store/Store.ts'

const SECRETS_TABLE =
  'CREATE TABLE IF NOT EXISTS secrets (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'
const TABLES = [CLAIMS_TABLE, SPEND_TABLE, HISTORY_TABLE, CACHE_TABLE, SECRETS_TABLE]
/** Tables whose rows expire. */
const EXPIRING = ['claims', 'spend', 'history', 'cache'] as const
/** Expired rows stay this long at most: each sweep is a request that the operator pays for. */
const SWEEP_MS = 15 * 60_000

/**
 * One shard of the store, in SQLite on Cloudflare's disks: the platform sends an answer only once its writes are on disk. Limits are
 * counted in memory: a window is a minute, and a row for each call would cost more than the call.
 */
export class StoreObject extends DurableObject {
  readonly #count = countInMemory()
  #sweepIsSet = false

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env)
    for (const table of TABLES) this.#run(table)
  }

  async claim({ id, question, ttlMs }: Claim): Promise<Claimed> {
    await this.#sweepLater()
    const [row] = this.#run(CLAIM, id, question, Date.now() + ttlMs)
    if (!row) return 'spent'
    return row['state'] === 'back' ? 'back' : 'won'
  }

  async release(id: string, why: Release): Promise<void> {
    this.#run(RELEASE, id, why === 'unused' ? 1 : 0, why === 'left' ? 'left' : 'open')
  }

  async reserveSpend(day: string, micros: number, limitMicros: number): Promise<boolean> {
    await this.#sweepLater()
    return this.#run(RESERVE_SPEND, day, micros, limitMicros, Date.now() + SPEND_KEPT_MS).length === 1
  }

  async returnSpend(day: string, micros: number): Promise<void> {
    this.#run(RETURN_SPEND, day, micros)
  }

  async spentOn(day: string): Promise<number> {
    return Number(this.#run(SPENT_ON, day)[0]?.['micros'] ?? 0)
  }

  async saveHistory(id: string, body: string, ttlMs: number): Promise<void> {
    await this.#sweepLater()
    this.#run(SAVE_HISTORY, id, body, Date.now() + ttlMs)
  }

  async readHistory(id: string): Promise<string | null> {
    const [row] = this.#run(READ_HISTORY, id, Date.now())
    return row ? String(row['body']) : null
  }

  async removeHistory(id: string): Promise<boolean> {
    return this.#run(REMOVE_HISTORY, id).length === 1
  }

  async writeCache(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#sweepLater()
    this.#run(KEEP, key, value, Date.now() + ttlMs)
  }

  async readCache(key: string): Promise<string | null> {
    const [row] = this.#run(READ_KEPT, key, Date.now())
    return row ? String(row['value']) : null
  }

  async count(key: string, windowMs: number): Promise<{ calls: number; msLeft: number }> {
    return await this.#count(key, windowMs)
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
    if ((await this.sweep()) > 0) await this.#sweepLater()
  }

  /** Removes expired rows and returns how many rows are left. */
  async sweep(): Promise<number> {
    const now = Date.now()
    for (const table of EXPIRING) this.#run(`DELETE FROM ${table} WHERE expires <= ?`, now)
    return EXPIRING.reduce(
      (sum, table) => sum + Number(this.#run(`SELECT count(*) AS rows FROM ${table}`)[0]?.['rows']),
      0,
    )
  }

  #run(sql: string, ...values: (string | number)[]) {
    return this.ctx.storage.sql.exec(sql, ...values).toArray()
  }

  async #sweepLater(): Promise<void> {
    if (this.#sweepIsSet) return
    this.#sweepIsSet = true
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
  }
}
