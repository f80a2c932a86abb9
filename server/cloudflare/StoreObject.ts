import { DurableObject } from 'cloudflare:workers'
import { countInMemory } from '../http/limits.ts'
import type { Feedback, FeedbackCount, GivenAnswer, Quota, Reservation } from '../store/Store.ts'
import { createMemoryQuotas } from '../store/memoryQuotas.ts'
import {
  CLAIM,
  PUT_CACHED,
  READ_ANSWERS,
  READ_HISTORY,
  GET_CACHED,
  REMOVE_HISTORY,
  answersIn,
  countAnswer,
  reserve,
  saveHistory,
  settle,
  spentOn,
  sweepOf,
} from '../store/sql.ts'
import { EXPIRING, TABLES } from './storeTables.ts'

/** Keys that one object counts: all that one address does. */
const KEYS_MAX = 16
/** Expired rows stay this long at most: each sweep is a request that the operator pays for. */
const SWEEP_MS = 15 * 60_000

/** Quotas that are remembered no longer than this are counted in memory: those of X's calls in a quarter of an hour. */
const SHORT_MS = 30 * 60_000

/** A reservation's quotas, those of calls first, as everywhere. */
function partsOf(reservation: Reservation): { calls: Reservation; money: Reservation } {
  const [calls, money] = [
    reservation.quotas.filter(isShort),
    reservation.quotas.filter((one) => !isShort(one)),
  ]
  return { calls: { ...reservation, quotas: calls }, money: { ...reservation, quotas: money } }
}
const isShort = ({ ttlMs }: Quota) => ttlMs <= SHORT_MS

/**
 * One shard of the store, in SQLite on Cloudflare's disks: the platform sends an answer only once its writes are on disk. Limits are
 * counted in memory: a window is a minute, and a row for each call would cost more than the call.
 */
export class StoreObject extends DurableObject {
  readonly #count = countInMemory(Date.now, KEYS_MAX)
  readonly #calls = createMemoryQuotas()
  #hasTables = false
  #sweepIsSet = false

  async claim(id: string, ttlMs: number): Promise<boolean> {
    await this.#sweepLater()
    return this.#run(CLAIM, id, Date.now() + ttlMs).length === 1
  }

  async reserveSpend(reservation: Reservation): Promise<string | null> {
    const { calls, money } = partsOf(reservation)
    const empty = this.#calls.reserve(calls)
    if (empty !== null || money.quotas.length === 0) return empty
    await this.#sweepLater()
    const refused = this.ctx.storage.transactionSync(() => reserve(this.#run, money, Date.now()))
    if (refused !== null) this.#calls.settle(calls, 0)
    return refused
  }

  async settleSpend(reservation: Reservation, usedMicros: number): Promise<number[]> {
    const { calls, money } = partsOf(reservation)
    const spent = this.#calls.settle(calls, usedMicros)
    if (money.quotas.length === 0) return spent
    return [...spent, ...this.ctx.storage.transactionSync(() => settle(this.#run, money, usedMicros))]
  }

  async spentOn(quota: string): Promise<number> {
    return this.#calls.spentOn(quota) + spentOn(this.#run, quota)
  }

  async saveHistory(id: string, body: string, ttlMs: number, maxBytes: number): Promise<void> {
    await this.#sweepLater()
    this.ctx.storage.transactionSync(() => saveHistory(this.#run, id, body, Date.now() + ttlMs, maxBytes))
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
    this.#run(PUT_CACHED, key, value, Date.now() + ttlMs)
  }

  async readCache(key: string): Promise<string | null> {
    const [row] = this.#run(GET_CACHED, key, Date.now())
    return row ? String(row['value']) : null
  }

  async countAnswer(answer: GivenAnswer): ReturnType<Feedback['countAnswer']> {
    await this.#sweepLater()
    return this.ctx.storage.transactionSync(() => countAnswer(this.#run, answer, Date.now()))
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

  /** Removes expired rows and returns whether others are left. */
  async sweep(): Promise<boolean> {
    const now = Date.now()
    for (const table of EXPIRING) this.#run(sweepOf(table), now)
    return EXPIRING.some((table) => this.#run(`SELECT 1 FROM ${table} LIMIT 1`).length > 0)
  }

  /** Makes the tables before the first statement: an object that only counts has none, and takes no space. */
  readonly #run = (sql: string, ...values: (string | number)[]) => {
    const { sql: database } = this.ctx.storage
    if (!this.#hasTables) for (const table of TABLES) database.exec(table)
    this.#hasTables = true
    return database.exec(sql, ...values).toArray()
  }

  async #sweepLater(): Promise<void> {
    if (this.#sweepIsSet) return
    this.#sweepIsSet = true
    try {
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
    } catch {
      // Rows that stay longer do no harm: the next write sets it.
      this.#sweepIsSet = false
    }
  }
}
