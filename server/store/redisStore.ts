import type { RedisClientType } from 'redis'
import type { SecretBox } from './SecretBox.ts'
import { CLAIM, RELEASE } from './claimScripts.ts'
import { redisSpending } from './redisSpending.ts'
import { TRIES_MAX, UNDO_MS } from './Store.ts'
import type { Claimed, Store } from './Store.ts'
import { redisAnswers } from './redisAnswers.ts'
import { bytesKey, redisHistories } from './redisHistories.ts'
import { redisRoom } from './redisRoom.ts'

export type Redis = RedisClientType

const PREFIX = 'shadowban:'

/** The store that any number of server processes share: Redis or Valkey. */
export function openRedisStore(redis: Redis, historiesMax: number): Store {
  const claimKey = (id: string) => `${PREFIX}claim:${id}`
  const undoneKey = (id: string, holder: string) => `${PREFIX}undone:${holder}:${id}`
  const room = redisRoom(redis, historiesMax, async () => Number((await redis.get(bytesKey(PREFIX))) ?? 0))
  const heldBy = (holder: string) => `held ${holder}`
  return {
    ...redisSpending(redis, PREFIX),
    ...redisHistories(redis, PREFIX, room),
    ...redisAnswers(redis, PREFIX, room),
    async claim({ id, holder, question, ttlMs }) {
      const given = [question, String(Math.ceil(ttlMs)), String(TRIES_MAX), heldBy(holder)]
      const keys = [claimKey(id), undoneKey(id, holder)]
      return (await redis.eval(CLAIM, { keys, arguments: given })) as Claimed
    },
    async release(id, holder, why) {
      const next = [why === 'left' ? 'left' : 'open', why === 'unused' ? '-1' : '0']
      const given = [heldBy(holder), ...next, String(UNDO_MS)]
      await redis.eval(RELEASE, { keys: [claimKey(id), undoneKey(id, holder)], arguments: given })
    },
    async health() {
      await redis.set(`${PREFIX}probe`, '1', { expiration: { type: 'PX', value: 1000 } })
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
