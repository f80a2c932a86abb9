import { ErrorReply } from 'redis'
import type { Redis } from './redisStore.ts'
import { redisSays } from './redisWarnings.ts'
import { RESERVE, SETTLE } from './spendScripts.ts'
import type { Purse, Store } from './Store.ts'
import { UNDO_MS } from './Store.ts'

/**
 * Spending in Redis. Without an append-only file a restart forgets it, or goes back to what an old snapshot says: each run of Redis has
 * an id, so that is noticed, and then the first purse counts as spent what this process knows, and at least its `afterLossMicros`.
 */
export function redisSpending(
  redis: Redis,
  prefix: string,
): Pick<Store, 'reserveSpend' | 'settleSpend' | 'spentOn'> {
  const purseKey = (name: string) => `${prefix}spend:${name}`
  const keysOf = (id: string) => [`${prefix}reserved:${id}`, `${prefix}settled:${id}`]
  /** The id of this run of Redis, or '' where a restart loses nothing; null when it has to be asked for. */
  let run: string | null = null
  redis.on('ready', () => (run = null))
  /** What the first purse held when it was last heard of. */
  let heard = { purse: '', micros: 0, run: '' }

  async function runNow(): Promise<string> {
    if (run !== null) return run
    const info = await redis.info().catch((error: unknown) => {
      if (error instanceof ErrorReply) return ''
      throw error
    })
    return (run = redisSays(info, 'aof_enabled') === '0' ? (redisSays(info, 'run_id') ?? '') : '')
  }
  function hear(first: Purse | undefined, micros: unknown, run: string): void {
    if (first && typeof micros === 'number') heard = { purse: first.name, micros, run }
  }

  return {
    async reserveSpend({ id, micros, purses }) {
      const run = await runNow()
      const [first] = purses
      const known = heard.purse === first?.name && heard.run !== run ? heard.micros : 0
      const [refused, total] = (await redis.eval(RESERVE, {
        keys: [...keysOf(id), `${prefix}run`, `${prefix}lost`, ...purses.map(({ name }) => purseKey(name))],
        arguments: [
          micros,
          UNDO_MS,
          run,
          known,
          ...purses.flatMap(({ limitMicros, ttlMs, afterLossMicros = 0 }) => [
            limitMicros,
            Math.ceil(ttlMs),
            afterLossMicros,
          ]),
        ].map(String),
      })) as [number, number]
      if (refused > 0) return purses[refused - 1]?.name ?? ''
      hear(first, total, run)
      return null
    },
    async settleSpend({ id, micros, purses }, used) {
      const total = await redis.eval(SETTLE, {
        keys: [...keysOf(id), ...purses.map(({ name }) => purseKey(name))],
        arguments: [used - micros, UNDO_MS].map(String),
      })
      hear(purses[0], total, run ?? '')
    },
    async spentOn(purse) {
      return Number((await redis.get(purseKey(purse))) ?? 0)
    },
  }
}
