import { DurableObject } from 'cloudflare:workers'
import { hash, randomUUID } from 'node:crypto'
import { inTime } from '../../contract/async.ts'
import type { Count } from '../http/limits.ts'
import type {
  AgreementCount,
  Claim,
  Claimed,
  GivenAnswer,
  Release,
  Reservation,
  Store,
} from '../store/Store.ts'
import { countInMemory } from '../store/memoryStore.ts'
import type { SecretBox } from '../store/secrets.ts'
import {
  AGREEMENT_TABLES,
  CLAIM,
  CLAIMS_TABLE,
  HISTORIES_MAX,
  HISTORY_TABLES,
  KEEP,
  READ_ANSWERS,
  READ_HISTORY,
  READ_KEPT,
  RELEASE,
  REMOVE_HISTORY,
  SPEND_TABLES,
  answersIn,
  countAnswer,
  heldBy,
  keepHistory,
  reserve,
  saveHistory,
  settle,
  spentOn,
  storedHistory,
  sweepOf,
} from '../store/sql.ts'

/** The Durable Objects of one class: the same name reaches the same object from everywhere. */
export type ObjectsNamed<T> = {
  idFromName: (name: string) => unknown
  get: (id: never) => T
}

export function objectNamed<T>(objects: ObjectsNamed<T>, name: string): T {
  return objects.get(objects.idFromName(name) as never)
}

/**
 * The number of one of `shards` objects, the same for the same key and spread evenly (FNV-1a). A kind's number of shards never changes
 * once it is deployed: a spent proof would be looked for in another object.
 */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}

const SECRETS_TABLE =
  'CREATE TABLE IF NOT EXISTS secrets (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL)'

/** The tables of one object of the store. Where most rows outlive many sweeps, sweeps go by an index; where few do, its writes would cost more. */
export const TABLES = [CLAIMS_TABLE, ...SPEND_TABLES, ...HISTORY_TABLES, ...AGREEMENT_TABLES, SECRETS_TABLE]
/** Tables whose rows expire. */
export const EXPIRING = [
  'claims',
  'spend',
  'reservations',
  'history',
  'cache',
  'answers',
  'answer_marks',
] as const

/** Keys that one object counts: all that one address does. */
const KEYS_MAX = 16
/** Expired rows stay this long at most: each sweep is a request that the operator pays for. */
const SWEEP_MS = 15 * 60_000

/**
 * One shard of the store, in SQLite on Cloudflare's disks: the platform sends an answer only once its writes are on disk. Limits are
 * counted in memory: a window is a minute, and a row for each call would cost more than the call.
 */
export class StoreObject extends DurableObject {
  readonly #count = countInMemory(Date.now, KEYS_MAX)
  #hasTables = false
  #sweepIsSet = false

  async claim({ id, holder, question, ttlMs }: Claim): Promise<Claimed> {
    await this.#sweepLater()
    const [row] = this.#run(CLAIM, id, question, Date.now() + ttlMs, heldBy(holder))
    if (!row) return 'spent'
    return row['state'] === 'back' ? 'back' : 'won'
  }

  async release(id: string, holder: string, why: Release): Promise<void> {
    this.#run(RELEASE, id, why === 'unused' ? 1 : 0, why === 'left' ? 'left' : 'open', heldBy(holder))
  }

  async reserveSpend(reservation: Reservation): Promise<string | null> {
    await this.#sweepLater()
    return this.ctx.storage.transactionSync(() => reserve(this.#run, reservation, Date.now()))
  }

  async settleSpend(reservation: Reservation, usedMicros: number): Promise<void> {
    this.ctx.storage.transactionSync(() => settle(this.#run, reservation, usedMicros))
  }

  async spentOn(purse: string): Promise<number> {
    return spentOn(this.#run, purse)
  }

  async saveHistory(id: string, body: string, ttlMs: number, maxBytes: number): Promise<void> {
    await this.#sweepLater()
    this.ctx.storage.transactionSync(() => saveHistory(this.#run, id, body, Date.now() + ttlMs, maxBytes))
  }

  async keepHistory(id: string, ttlMs: number): Promise<boolean> {
    return keepHistory(this.#run, id, Date.now() + ttlMs, Date.now())
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

  async countAnswer(answer: GivenAnswer): ReturnType<Store['countAnswer']> {
    await this.#sweepLater()
    return this.ctx.storage.transactionSync(() => countAnswer(this.#run, answer, Date.now()))
  }

  async readAnswers(first: string, last: string): Promise<AgreementCount[]> {
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
    if (await this.sweep()) await this.#sweepLater()
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
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
  }
}

type StoreObjects = ObjectsNamed<StoreObject>

/** Objects for each kind of key. An object serves about a thousand calls a second; these make room for the whole service many times over. */
const SHARDS = { claim: 32, history: 32, cache: 32 } as const
/** An object that takes longer than this to count is left out. */
const SLOW_MS = 300

/** The object that holds a key. */
export const shard = (objects: StoreObjects, kind: keyof typeof SHARDS, key: string) =>
  objectNamed(objects, `${kind}-${shardOf(key, SHARDS[kind])}`)

/** The store that every visitor of a Cloudflare Worker shares. A day's spending is one number, so one object holds it, and so is a day's count of answers. */
export function durableStore(objects: StoreObjects, historiesMax = HISTORIES_MAX): Store {
  const claims = (id: string) => shard(objects, 'claim', id)
  const histories = (id: string) => shard(objects, 'history', id)
  const cache = (key: string) => shard(objects, 'cache', key)
  const spend = () => objectNamed(objects, 'spend')
  const answers = () => objectNamed(objects, 'answers')
  return {
    claim: (claim) => claims(claim.id).claim(claim),
    release: (id, holder, why) => claims(id).release(id, holder, why),
    saveHistory: (id, history, ttlMs) =>
      histories(id).saveHistory(
        id,
        JSON.stringify(history),
        ttlMs,
        Math.floor(historiesMax / SHARDS.history),
      ),
    keepHistory: (id, ttlMs) => histories(id).keepHistory(id, ttlMs),
    readHistory: async (id) => storedHistory(await histories(id).readHistory(id)),
    removeHistory: (id) => histories(id).removeHistory(id),
    writeCache: (key, value, ttlMs) => cache(key).writeCache(key, value, ttlMs),
    readCache: (key) => cache(key).readCache(key),
    reserveSpend: (reservation) => spend().reserveSpend(reservation),
    settleSpend: (reservation, used) => spend().settleSpend(reservation, used),
    spentOn: (purse) => spend().spentOn(purse),
    countAnswer: (answer) => answers().countAnswer(answer),
    readAnswers: (days) => answers().readAnswers(days[0] ?? '', days.at(-1) ?? ''),
    /** Writes a claim as a visitor's check would. */
    async health() {
      const id = `probe:${randomUUID()}`
      await claims(id).claim({ id, holder: '', question: '', ttlMs: 0 })
    },
    close: async () => undefined,
  }
}

/**
 * Counts an address's calls in one object for the whole world, which counts for nobody else; in this isolate alone while that object fails
 * or is slow. A key is a kind, a colon and the address.
 */
export function durableCount(objects: StoreObjects, insurance: Count = countInMemory()): Count {
  return async (key, windowMs, amount) => {
    const address = key.slice(key.indexOf(':') + 1)
    const name = `limit-${hash('sha256', address, 'base64url').slice(0, 22)}`
    try {
      const counted = objectNamed(objects, name).count(key, windowMs, amount)
      return await inTime(counted, SLOW_MS, 'The object that counts is slow')
    } catch {
      return await insurance(key, windowMs, amount)
    }
  }
}

/** The HMAC secrets of every isolate. */
export function durableSecretBox(objects: StoreObjects): SecretBox {
  const box = () => objectNamed(objects, 'secrets')
  return {
    name: 'What the Worker stores as challenge keys',
    read: () => box().readSecrets(),
    create: (text) => box().createSecrets(text),
    replace: (text, before) => box().replaceSecrets(text, before),
  }
}
