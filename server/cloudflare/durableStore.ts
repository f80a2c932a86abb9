import { hash } from 'node:crypto'
import { createCountWithFallback } from '../http/limits.ts'
import type { SecretBox } from '../store/secrets.ts'
import { HISTORIES_BYTES_MAX, createSqlStore } from '../store/sql.ts'
import type { AsyncSqlCall, StorePart } from '../store/sql.ts'
import type { StoreObject } from './StoreObject.ts'

/** The Durable Objects of one class: the same name reaches the same object from everywhere. */
export type NamedObjects<T> = { getByName: (name: string) => T }

/** The number of one of `shards` objects, by FNV-1a. A kind's number of shards must never change: a spent proof would be looked for in another object. */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}

type StoreObjects = NamedObjects<StoreObject>

/** Objects for each part with keys. An object serves about a thousand calls a second; these make room for the whole service many times over. */
const SHARDS = 32
/** Parts without keys: a day's spending is one number, so one object holds it. */
const UNSHARDED_PARTS: ReadonlySet<StorePart> = new Set(['spend', 'settings'])

const shardName = (part: StorePart, key: string) =>
  UNSHARDED_PARTS.has(part) ? part : `${part}-${shardOf(key, SHARDS)}`

export const storeObjectFor = (objects: StoreObjects, part: StorePart, key: string) =>
  objects.getByName(shardName(part, key))

/** The store that every visitor of a Cloudflare Worker shares. */
export function createDurableStore(objects: StoreObjects, historiesMax = HISTORIES_BYTES_MAX) {
  /** Keyed by the name of the object, so there are as many entries as shards. */
  const callers = new Map<string, AsyncSqlCall>()
  function callerFor(part: StorePart, key: string): AsyncSqlCall {
    const object = shardName(part, key)
    const caller: AsyncSqlCall =
      callers.get(object) ?? (async (name, ...given) => await objects.getByName(object).call(name, ...given))
    callers.set(object, caller)
    return caller
  }
  return {
    ...createSqlStore(callerFor, Math.floor(historiesMax / SHARDS), Date.now),
    /** Only reads: the operator pays for rows that are written, and an object that can answer can also write. */
    async health() {
      await storeObjectFor(objects, 'claim', 'probe').call('readCache', 'probe', Date.now())
      return null
    },
    close: async () => undefined,
  }
}

/** Counts an address's calls in an object of its own. A key is a kind, a colon and the address. */
export function createDurableCount(objects: StoreObjects) {
  return createCountWithFallback(async (key, windowMs, amount) => {
    const address = key.slice(key.indexOf(':') + 1)
    const name = `limit-${hash('sha256', address, 'base64url').slice(0, 22)}`
    return await objects.getByName(name).count(key, windowMs, amount)
  })
}

export function createDurableSecretBox(objects: StoreObjects): SecretBox {
  const box = () => objects.getByName('secrets')
  return {
    name: 'What the Worker stores as challenge keys',
    read: () => box().readSecrets(),
    create: (text) => box().createSecrets(text),
    replace: (text, before) => box().replaceSecrets(text, before),
  }
}
