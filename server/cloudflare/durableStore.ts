import { hash } from 'node:crypto'
import { inTime } from '../../contract/async.ts'
import { countInMemory } from '../http/limits.ts'
import type { Count } from '../http/limits.ts'
import type { Store } from '../store/Store.ts'
import type { SecretBox } from '../store/secrets.ts'
import { HISTORIES_MAX, storedHistory } from '../store/sql.ts'
import type { StoreObject } from './StoreObject.ts'

/** The Durable Objects of one class: the same name reaches the same object from everywhere. */
export type ObjectsNamed<T> = {
  idFromName: (name: string) => unknown
  get: (id: never) => T
}

export function objectNamed<T>(objects: ObjectsNamed<T>, name: string): T {
  return objects.get(objects.idFromName(name) as never)
}

/** The number of one of `shards` objects, by FNV-1a. A kind's number of shards must never change: a spent proof would be looked for in another object. */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}

type StoreObjects = ObjectsNamed<StoreObject>

/** Objects for each kind of key. An object serves about a thousand calls a second; these make room for the whole service many times over. */
const SHARDS = { claim: 32, history: 32, cache: 32 } as const
const SLOW_MS = 300

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
    claim: (id, ttlMs) => claims(id).claim(id, ttlMs),
    saveHistory: (id, history, ttlMs) =>
      histories(id).saveHistory(
        id,
        JSON.stringify(history),
        ttlMs,
        Math.floor(historiesMax / SHARDS.history),
      ),
    readHistory: async (id) => storedHistory(await histories(id).readHistory(id)),
    removeHistory: (id) => histories(id).removeHistory(id),
    writeCache: (key, value, ttlMs) => cache(key).writeCache(key, value, ttlMs),
    readCache: (key) => cache(key).readCache(key),
    reserveSpend: (reservation) => spend().reserveSpend(reservation),
    settleSpend: (reservation, used) => spend().settleSpend(reservation, used),
    spentOn: (quota) => spend().spentOn(quota),
    countAnswer: (answer) => answers().countAnswer(answer),
    readAnswers: (days) => answers().readAnswers(days[0] ?? '', days.at(-1) ?? ''),
    /** Reads, since rows that are written are paid for and an object that answers can write. */
    async health() {
      await claims('probe').spentOn('probe')
    },
    close: async () => undefined,
  }
}

/** Counts an address's calls in an object of its own; in this isolate alone while that fails or is slow. A key is a kind, a colon and the address. */
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

export function durableSecretBox(objects: StoreObjects): SecretBox {
  const box = () => objectNamed(objects, 'secrets')
  return {
    name: 'What the Worker stores as challenge keys',
    read: () => box().readSecrets(),
    create: (text) => box().createSecrets(text),
    replace: (text, before) => box().replaceSecrets(text, before),
  }
}
