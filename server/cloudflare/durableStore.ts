import { hash } from 'node:crypto'
import { insuredCount } from '../http/limits.ts'
import type { SecretBox } from '../store/secrets.ts'
import { HISTORIES_MAX, sqlStore } from '../store/sql.ts'
import type { SqlPart } from '../store/sql.ts'
import type { StoreObject } from './StoreObject.ts'

/** The Durable Objects of one class: the same name reaches the same object from everywhere. */
export type ObjectsNamed<T> = { getByName: (name: string) => T }

/** The number of one of `shards` objects, by FNV-1a. A kind's number of shards must never change: a spent proof would be looked for in another object. */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}

type StoreObjects = ObjectsNamed<StoreObject>

/** Objects for each part with keys. An object serves about a thousand calls a second; these make room for the whole service many times over. */
const SHARDS = 32
/** A day's spending is one number, so one object holds it, and so is a day's count of answers. */
const WHOLE: ReadonlySet<SqlPart> = new Set(['spend', 'answers'])

export const shard = (objects: StoreObjects, part: SqlPart, key: string) =>
  objects.getByName(WHOLE.has(part) ? part : `${part}-${shardOf(key, SHARDS)}`)

/** The store that every visitor of a Cloudflare Worker shares. */
export function durableStore(objects: StoreObjects, historiesMax = HISTORIES_MAX) {
  return {
    ...sqlStore(
      (part, key) =>
        async (name, ...given) =>
          await shard(objects, part, key).call(name, ...given),
      Math.floor(historiesMax / SHARDS),
      Date.now,
    ),
    /** Reads, since rows that are written are paid for and an object that answers can write. */
    async health() {
      await shard(objects, 'claim', 'probe').call('spentOn', 'probe')
      return null
    },
    close: async () => undefined,
  }
}

/** Counts an address's calls in an object of its own. A key is a kind, a colon and the address. */
export function durableCount(objects: StoreObjects) {
  return insuredCount(async (key, windowMs, amount) => {
    const address = key.slice(key.indexOf(':') + 1)
    const name = `limit-${hash('sha256', address, 'base64url').slice(0, 22)}`
    return await objects.getByName(name).count(key, windowMs, amount)
  })
}

export function durableSecretBox(objects: StoreObjects): SecretBox {
  const box = () => objects.getByName('secrets')
  return {
    name: 'What the Worker stores as challenge keys',
    read: () => box().readSecrets(),
    create: (text) => box().createSecrets(text),
    replace: (text, before) => box().replaceSecrets(text, before),
  }
}
