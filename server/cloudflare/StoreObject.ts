import { DurableObject } from 'cloudflare:workers'
import { LRUCache } from 'lru-cache'
import { countInMemory } from '../http/limits.ts'
import type { Feedback, FeedbackCount, GivenAnswer, Quota, Reservation } from '../store/Store.ts'
import {
  CLAIMS_TABLE,
  EXPIRING_TABLES,
  FEEDBACK_TABLES,
  GET_CACHED,
  HISTORY_TABLES,
  READ_ANSWERS,
  READ_HISTORY,
  SPEND_TABLES,
  answersIn,
  sqlWrites,
} from '../store/sql.ts'

const SECRETS_TABLE =
  'CREATE TABLE IF NOT EXISTS secrets (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'

/** Where most rows outlive many sweeps, sweeps go by an index; where few do, its writes would cost more. */
export const TABLES = [CLAIMS_TABLE, ...SPEND_TABLES, ...HISTORY_TABLES, ...FEEDBACK_TABLES, SECRETS_TABLE]
export const EXPIRING = Object.values(EXPIRING_TABLES).flat()

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
  readonly #calls = createMemoryQuotas()
  #hasTables = false
  #sweepIsSet = false

  async claim(id: string, ttlMs: number): Promise<boolean> {
    await this.#sweepLater()
    return this.#writes.claim(id, Date.now() + ttlMs)
  }

  async reserveSpend(reservation: Reservation): Promise<string | null> {
    const { calls, money } = partsOf(reservation)
    const empty = this.#calls.reserve(calls)
    if (empty !== null || money.quotas.length === 0) return empty
    await this.#sweepLater()
    const refused = this.#atOnce(() => this.#writes.reserveSpend(money, Date.now()))
    if (refused !== null) this.#calls.settle(calls, 0)
    return refused
  }

  async settleSpend(reservation: Reservation, usedMicros: number): Promise<number[]> {
    const { calls, money } = partsOf(reservation)
    const spent = this.#calls.settle(calls, usedMicros)
    if (money.quotas.length === 0) return spent
    return [...spent, ...this.#atOnce(() => this.#writes.settleSpend(money, usedMicros))]
  }

  async spentOn(quota: string): Promise<number> {
    return this.#calls.spentOn(quota) + this.#writes.spentOn(quota)
  }

  async saveHistory(id: string, body: string, ttlMs: number, maxBytes: number): Promise<void> {
    await this.#sweepLater()
    this.#atOnce(() => this.#writes.saveHistory(id, body, Date.now() + ttlMs, maxBytes))
  }

  async readHistory(id: string): Promise<string | null> {
    const [row] = this.#run(READ_HISTORY, id, Date.now())
    return row ? String(row['body']) : null
  }

  async removeHistory(id: string): Promise<boolean> {
    return this.#writes.removeHistory(id)
  }

  async writeCache(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#sweepLater()
    this.#writes.writeCache(key, value, Date.now() + ttlMs)
  }

  async readCache(key: string): Promise<string | null> {
    const [row] = this.#run(GET_CACHED, key, Date.now())
    return row ? String(row['value']) : null
  }

  async countAnswer(answer: GivenAnswer): ReturnType<Feedback['countAnswer']> {
    await this.#sweepLater()
    return this.#atOnce(() => this.#writes.countAnswer(answer, Date.now()))
  }

  async readAnswers(first: string, last: string): Promise<FeedbackCount[]> {
    return answersIn(this.#run(READ_ANSWERS, first, last, Date.now()))
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
    this.#writes.sweep(EXPIRING, Date.now())
    return EXPIRING.some((table) => this.#run(`SELECT 1 FROM ${table} LIMIT 1`).length > 0)
  }

  /** Makes the tables before the first statement: an object that only counts has none, and takes no space. */
  readonly #run = (sql: string, ...values: (string | number)[]) => {
    const { sql: database } = this.ctx.storage
    if (!this.#hasTables) for (const table of TABLES) database.exec(table)
    this.#hasTables = true
    return database.exec(sql, ...values).toArray()
  }
  readonly #writes = sqlWrites(this.#run)
  readonly #atOnce = <T>(work: () => T) => this.ctx.storage.transactionSync(work)

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
