import type { Redis } from './redisStore.ts'

/** A value of Redis's INFO. */
export const redisSays = (info: string, name: string) =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

/** What of this Redis's configuration would lose histories or let a proof be spent twice, one sentence each. */
export async function redisWarnings(redis: Redis): Promise<string[]> {
  const info = await redis.info().catch(() => '')
  const valueOf = (name: string) => redisSays(info, name)
  const policy = valueOf('maxmemory_policy')
  return [
    valueOf('aof_enabled') === '0' &&
      'Redis keeps no append-only file: a restart of it loses saved results, lets proofs be spent twice and forgets what the day has spent, of which half is then left; set appendonly yes.',
    policy !== undefined &&
      policy !== 'noeviction' &&
      `Redis may evict what it keeps (maxmemory-policy ${policy}): proofs could be spent twice; set noeviction.`,
    valueOf('role') === 'slave' &&
      valueOf('slave_read_only') !== '0' &&
      'Redis is a read-only replica: no check can be taken; name its primary in STORE_URL.',
  ].filter((warning) => warning !== false)
}
