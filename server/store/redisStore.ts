import type { RedisClientType } from 'redis'
import type { SecretBox } from './SecretBox.ts'
import { SPEND_KEPT_MS } from './Store.ts'
import type { Store } from './Store.ts'
import { storedHistory } from './storedHistory.ts'

export type Redis = RedisClientType

const PREFIX = 'shadowban:'

/** Adds ARGV[1] to the day unless that exceeds ARGV[2]. A script runs alone, so no two processes share one rest. */
const RESERVE = `
  local spent = tonumber(redis.call('GET', KEYS[1]) or '0')
  if spent + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return 0 end
  redis.call('SET', KEYS[1], string.format('%d', spent + tonumber(ARGV[1])), 'PX', ARGV[3])
  return 1`
const GIVE_BACK = `
  local spent = tonumber(redis.call('GET', KEYS[1]) or '0')
  if spent > 0 then
    redis.call('SET', KEYS[1], string.format('%d', math.max(0, spent - tonumber(ARGV[1]))), 'KEEPTTL')
  end`

/** The store that any number of server processes share: Redis or Valkey. */
export function openRedisStore(redis: Redis): Store {
  const px = (ttlMs: number) => ({ type: 'PX', value: Math.ceil(ttlMs) }) as const
  const claimKey = (id: string) => `${PREFIX}claim:${id}`
  const historyKey = (id: string) => `${PREFIX}history:${id}`
  const spendKey = (day: string) => `${PREFIX}spend:${day}`
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
      return storedHistory(await redis.get(historyKey(id)))
    },
    async writeCache(key, value, ttlMs) {
      await redis.set(cacheKey(key), value, { expiration: px(ttlMs) })
    },
    readCache: (key) => redis.get(cacheKey(key)),
    async reserveSpend(day, micros, limit) {
      const given = [micros, limit, SPEND_KEPT_MS].map(String)
      return (await redis.eval(RESERVE, { keys: [spendKey(day)], arguments: given })) === 1
    },
    async returnSpend(day, micros) {
      await redis.eval(GIVE_BACK, { keys: [spendKey(day)], arguments: [String(micros)] })
    },
    async spentOn(day) {
      return Number((await redis.get(spendKey(day))) ?? 0)
    },
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
