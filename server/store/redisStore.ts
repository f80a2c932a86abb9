import type { RedisClientType } from 'redis'
import type { SecretBox } from '../proof/keyring.ts'
import type { SavedHistory, Store } from './Store.ts'

export type Redis = RedisClientType

const PREFIX = 'shadowban:'

/** The store that any number of server processes share: Redis or Valkey. */
export function openRedisStore(redis: Redis): Store {
  const px = (ttlMs: number) => ({ type: 'PX', value: Math.ceil(ttlMs) }) as const
  const claimKey = (id: string) => `${PREFIX}claim:${id}`
  const historyKey = (id: string) => `${PREFIX}history:${id}`
  const cacheKey = (key: string) => `${PREFIX}cache:${key}`
  return {
    async claim(id, ttlMs) {
      return (await redis.set(claimKey(id), '1', { condition: 'NX', expiration: px(ttlMs) })) === 'OK'
    },
    async release(id) {
      await redis.del(claimKey(id))
    },
    async saveHistory(id, history, ttlMs) {
      await redis.set(historyKey(id), JSON.stringify(history), { expiration: px(ttlMs) })
    },
    async readHistory(id) {
      const body = await redis.get(historyKey(id))
      return body === null ? null : (JSON.parse(body) as SavedHistory)
    },
    async writeCache(key, value, ttlMs) {
      await redis.set(cacheKey(key), value, { expiration: px(ttlMs) })
    },
    readCache: (key) => redis.get(cacheKey(key)),
    async health() {
      await redis.ping()
    },
    async close() {
      if (redis.isReady) await redis.close()
      else redis.destroy()
    },
  }
}

/** The HMAC secrets of all processes that share this Redis. */
export function redisSecretBox(redis: Redis): SecretBox {
  const key = `${PREFIX}secrets`
  return {
    read: () => redis.get(key),
    async create(text) {
      await redis.set(key, text, { condition: 'NX' })
    },
    async replace(text) {
      await redis.set(key, text)
    },
  }
}
