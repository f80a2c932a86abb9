import { DurableObject } from 'cloudflare:workers'
import { LRUCache } from 'lru-cache'
import { countInMemory } from '../http/limits.ts'
import type { Quota, Reservation } from '../store/Store.ts'
import { EXPIRING_TABLES, TABLES, callOf, sqlCalls } from '../store/sql.ts'
import type { SqlCalls } from '../store/sql.ts'

const SECRETS_TABLE =
  'CREATE TABLE IF NOT EXISTS secrets (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'

export const EXPIRING: readonly string[] = Object.values(EXPIRING_TABLES).flat()
/** Calls that may write a row that expires. */
const EXPIRE: ReadonlySet<string> = new Set<keyof SqlCalls>([
  'claim',
  'reserveSpend',
  'saveHistory',
  'writeCache',
  'countAnswer',
])

/** Keys that one object counts: all that one address does. */
const KEYS_MAX = 16
/** Expired rows stay this long at most: each sweep is a request that the operator pays for. */
const SWEEP_MS = 15 * 60_000

/** Quotas that are remembered no longer than this are counted in memory: those of X's calls in a quarter of an hour. */
const SHORT_MS = 30 * 60_000

function partsOf(reservation: Reservation): { calls: Reservation; money: Reservation } {
  const isShort = ({ ttlMs }: Quota) => ttlMs <= SHORT_MS
  const calls = reservation.quotas.filter(isShort)
  const money = reservation.quotas.filter((quota) => !isShort(quota))
  return { calls: { ...reservation, quotas: calls }, money: { ...reservation, quotas: money } }
}

/** One shard of the store, in SQLite. Limits are counted in memory: a row for each call would cost more than the call. */
export class StoreObject extends DurableObject {
  readonly #count = countInMemory(Date.now, KEYS_MAX)
  readonly #quotas = createMemoryQuotas()
  #hasTables = false
  #sweepIsSet = false

  /** Runs one of `sqlCalls`. */
  async call<N extends keyof SqlCalls>(name: N, ...given: Parameters<SqlCalls[N]>) {
    if (EXPIRE.has(name)) await this.#sweepLater()
    try {
      return this.ctx.storage.transactionSync(() => callOf(this.#calls, name, ...given))
    } catch (error) {
      // Its tables may have been made in what is undone now.
      this.#hasTables = false
      throw error
    }
  }

  async count(key: string, windowMs: number, amount?: number): Promise<{ calls: number; msLeft: number }> {
    return await this.#count(key, windowMs, amount)
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
    if (!(await this.sweep())) return
    await this.#sweepLater()
    // The platform calls an alarm again that fails: nobody else may write here any more.
    if (!this.#sweepIsSet) throw new Error('The next sweep could not be set')
  }

  async sweep(): Promise<boolean> {
    this.#calls.sweep(EXPIRING, Date.now())
    return EXPIRING.some((table) => this.#run(`SELECT 1 FROM ${table} LIMIT 1`).length > 0)
  }

  /** Makes the tables before the first statement: an object that only counts has none, and takes no space. */
  readonly #run = (sql: string, ...values: (string | number)[]) => {
    const { sql: database } = this.ctx.storage
    if (!this.#hasTables)
      for (const table of [...Object.values(TABLES).flat(), SECRETS_TABLE]) database.exec(table)
    this.#hasTables = true
    return database.exec(sql, ...values).toArray()
  }
  readonly #sql = sqlCalls(this.#run)
  readonly #calls: SqlCalls = {
    ...this.#sql,
    reserveSpend: (reservation, now) => {
      const { calls, money } = partsOf(reservation)
      const empty = this.#quotas.reserve(calls)
      if (empty !== null || money.quotas.length === 0) return empty
      const refused = this.#sql.reserveSpend(money, now)
      if (refused !== null) this.#quotas.settle(calls, 0)
      return refused
    },
    settleSpend: (reservation, usedMicros) => {
      const { calls, money } = partsOf(reservation)
      const spent = this.#quotas.settle(calls, usedMicros)
      return money.quotas.length === 0 ? spent : [...spent, ...this.#sql.settleSpend(money, usedMicros)]
    },
    spentOn: (quota) => this.#quotas.spentOn(quota) + this.#sql.spentOn(quota),
  }

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

/** Quotas that are remembered; those used last stay, among them always those that count for all. About 5 MB when full. */
const QUOTAS_MAX = 50_000

/** Counts reservations as `sql.ts` does, in memory alone: what was counted is gone with the process. */
function createMemoryQuotas() {
  const sums = new LRUCache<string, { spent: number; held: number }>({ max: QUOTAS_MAX })
  const reserved = new LRUCache<string, true>({ max: QUOTAS_MAX })
  const sumOf = ({ name, knownMicros = 0 }: Quota) => {
    const { spent, held } = sums.get(name) ?? { spent: 0, held: 0 }
    return { spent: Math.max(spent, knownMicros), held }
  }
  return {
    reserve({ id, micros, quotas }: Reservation): string | null {
      const isEmpty = (quota: Quota) => sumOf(quota).spent + sumOf(quota).held + micros > quota.limitMicros
      const empty = quotas.find(isEmpty)
      if (empty) return empty.name
      for (const quota of quotas) {
        const { spent, held } = sumOf(quota)
        sums.set(quota.name, { spent, held: held + micros })
      }
      reserved.set(id, true)
      return null
    },
    settle({ id, micros, quotas }: Reservation, usedMicros: number): number[] {
      if (!reserved.delete(id)) return []
      return quotas.map((quota) => {
        const { spent, held } = sumOf(quota)
        sums.set(quota.name, { spent: spent + usedMicros, held: Math.max(0, held - micros) })
        return spent + usedMicros
      })
    },
    spentOn(name: string): number {
      const { spent, held } = sums.get(name) ?? { spent: 0, held: 0 }
      return spent + held
    },
  }
}
