import { randomUUID } from 'node:crypto'
import type { Count } from '../http/limits.ts'
import type { SecretBox } from '../store/SecretBox.ts'
import type { Store } from '../store/Store.ts'
import { storedHistory } from '../store/storedHistory.ts'
import type { ObjectsNamed } from './ObjectsNamed.ts'
import { objectNamed, shardOf } from './ObjectsNamed.ts'
import type { StoreObject } from './StoreObject.ts'

type StoreObjects = ObjectsNamed<StoreObject>

/** Objects for each kind of key. An object serves about a thousand calls a second; these make room for the whole service many times over. */
const SHARDS = { claim: 32, history: 32, cache: 32, limit: 32 } as const

/** The object that holds a key. */
export const shard = (objects: StoreObjects, kind: keyof typeof SHARDS, key: string) =>
  objectNamed(objects, `${kind}-${shardOf(key, SHARDS[kind])}`)

/** The store that every visitor of a Cloudflare Worker shares. A day's spending is one number, so one object holds it. */
export function durableStore(objects: StoreObjects): Store {
  const claims = (id: string) => shard(objects, 'claim', id)
  const histories = (id: string) => shard(objects, 'history', id)
  const cache = (key: string) => shard(objects, 'cache', key)
  const spend = () => objectNamed(objects, 'spend')
  return {
    claim: (claim) => claims(claim.id).claim(claim),
    release: (id, why) => claims(id).release(id, why),
    saveHistory: (id, history, ttlMs) => histories(id).saveHistory(id, JSON.stringify(history), ttlMs),
    readHistory: async (id) => storedHistory(await histories(id).readHistory(id)),
    removeHistory: (id) => histories(id).removeHistory(id),
    writeCache: (key, value, ttlMs) => cache(key).writeCache(key, value, ttlMs),
    readCache: (key) => cache(key).readCache(key),
    reserveSpend: (day, micros, limitMicros) => spend().reserveSpend(day, micros, limitMicros),
    returnSpend: (day, micros) => spend().returnSpend(day, micros),
    spentOn: (day) => spend().spentOn(day),
    /** Writes a claim as a visitor's check would. */
    async health() {
      const id = `probe:${randomUUID()}`
      await claims(id).claim({ id, question: '', ttlMs: 0 })
    },
    close: async () => undefined,
  }
}

/** Counts an address's calls in one object for the whole world. */
export function durableCount(objects: StoreObjects): Count {
  return (key, windowMs) => shard(objects, 'limit', key).count(key, windowMs)
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
