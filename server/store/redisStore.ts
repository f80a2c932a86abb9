import type { RedisClientType } from 'redis'
import type { SecretBox } from './SecretBox.ts'
import { SPEND_KEPT_MS, TRIES_MAX } from './Store.ts'
import type { Claimed, Store } from './Store.ts'
import { storedHistory } from './storedHistory.ts'

export type Redis = RedisClientType

const PREFIX = 'shadowban:'

/** A claim for the question ARGV[1], kept for ARGV[2] milliseconds and won ARGV[3] times at most. */
const CLAIM = `
  local question, tries, state = unpack(redis.call('HMGET', KEYS[1], 'question', 'tries', 'state'))
  if not question then
    redis.call('HSET', KEYS[1], 'question', ARGV[1], 'tries', 1, 'state', 'held')
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return 'won'
  end
  if question ~= ARGV[1] then return 'spent' end
  if state == 'left' then
    redis.call('HSET', KEYS[1], 'state', 'back')
    return 'back'
  end
  if state ~= 'open' or tonumber(tries) >= tonumber(ARGV[3]) then return 'spent' end
  redis.call('HSET', KEYS[1], 'state', 'held', 'tries', tries + 1)
  return 'won'`
const RELEASE = `
  if redis.call('HGET', KEYS[1], 'state') == 'held' then
    redis.call('HSET', KEYS[1], 'state', ARGV[1])
    redis.call('HINCRBY', KEYS[1], 'tries', ARGV[2])
  end`

/** Adds ARGV[1] to the day unless that exceeds ARGV[2]. A script runs alone, so no two processes can spend the same remainder. */
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
    async claim({ id, question, ttlMs }) {
      const given = [question, String(Math.ceil(ttlMs)), String(TRIES_MAX)]
      return (await redis.eval(CLAIM, { keys: [claimKey(id)], arguments: given })) as Claimed
    },
    async release(id, why) {
      const given = [why === 'left' ? 'left' : 'open', why === 'unused' ? '-1' : '0']
      await redis.eval(RELEASE, { keys: [claimKey(id)], arguments: given })
    },
    async saveHistory(id, history, ttlMs) {
      await redis.set(historyKey(id), JSON.stringify(history), { expiration: px(ttlMs) })
    },
    async readHistory(id) {
      return storedHistory(await redis.get(historyKey(id)))
    },
    async removeHistory(id) {
      return (await redis.del(historyKey(id))) === 1
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
      await redis.set(`${PREFIX}probe`, '1', { expiration: px(1000) })
    },
    async close() {
      if (redis.isReady) await redis.close()
      else redis.destroy()
    },
  }
}

const REPLACE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`

/** The HMAC secrets of all processes that share this Redis. */
export function redisSecretBox(redis: Redis): SecretBox {
  const key = `${PREFIX}secrets`
  return {
    name: `The key ${key} in Redis`,
    read: () => redis.get(key),
    async create(text) {
      await redis.set(key, text, { condition: 'NX' })
    },
    async replace(text, before) {
      return (await redis.eval(REPLACE, { keys: [key], arguments: [text, before] })) === 1
    },
  }
}
