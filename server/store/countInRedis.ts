import type { Count } from '../http/limits.ts'
import type { Redis } from './redisStore.ts'

/** Counts calls of all processes together; each by itself while Redis is away. */
export function countInRedis(redis: Redis, insurance: Count): Count {
  return async (key, windowMs, amount = 1) => {
    const name = `shadowban:limit:${key}`
    try {
      const [, calls, msLeft] = await redis
        .multi()
        .set(name, '0', { condition: 'NX', expiration: { type: 'PX', value: windowMs } })
        .incrBy(name, amount)
        .pTTL(name)
        .exec()
      return { calls: Number(calls), msLeft: Number(msLeft) }
    } catch {
      return insurance(key, windowMs, amount)
    }
  }
}
