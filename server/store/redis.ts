import type { RedisClientType } from 'redis'
import { insuredCount } from '../http/limits.ts'
import { UNDO_MS } from './Store.ts'
import type { Cache, Feedback, Histories, Quota, Spending, Store } from './Store.ts'
import { REMOVE_HISTORY, RESERVE, SAVE_HISTORY, SETTLE } from './redisScripts.ts'
import type { SecretBox } from './secrets.ts'
import { HISTORY_OVERHEAD, answersIn, storedHistory } from './sql.ts'

const redisSays = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

export async function redisWarnings(redis: Redis): Promise<string[]> {
  const info = await redis.info().catch(() => '')
  const valueOf = (name: string) => redisSays(info, name)
  const policy = valueOf('maxmemory_policy')
  return [
    valueOf('aof_enabled') === '0' &&
      'Redis keeps no append-only file: a restart of it loses saved results, lets proofs be spent twice; set appendonly yes.',
    policy !== undefined &&
      policy !== 'noeviction' &&
      `Redis may evict what it keeps (maxmemory-policy ${policy}): proofs could be spent twice; set noeviction.`,
    valueOf('role') === 'slave' &&
      valueOf('slave_read_only') !== '0' &&
      'Redis is a read-only replica: no check can be taken; name its primary in STORE_URL.',
  ].filter((warning) => warning !== false)
}

const PREFIX = 'shadowban:'

function redisSpending(redis: Redis): Spending {
  const quotaKey = (name: string) => `${PREFIX}purse:${name}`
  const keysOf = (id: string, quotas: readonly Quota[]) => [
    `${PREFIX}reserved:${id}`,
    `${PREFIX}settled:${id}`,
    ...quotas.map(({ name }) => quotaKey(name)),
  ]
  return {
    async reserveSpend({ id, micros, quotas }) {
      const given = quotas.flatMap(({ limitMicros, ttlMs, knownMicros = 0 }) => [
        limitMicros,
        Math.ceil(ttlMs),
        knownMicros,
      ])
      const refused = await redis.eval(RESERVE, {
        keys: keysOf(id, quotas),
        arguments: [micros, UNDO_MS, ...given].map(String),
      })
      return refused === 0 ? null : (quotas[Number(refused) - 1]?.name ?? '')
    },
    async settleSpend({ id, micros, quotas }, used) {
      const given = [used, micros, UNDO_MS].map(String)
      const spent = await redis.eval(SETTLE, { keys: keysOf(id, quotas), arguments: given })
      return Array.isArray(spent) ? spent.map(Number) : []
    },
    async spentOn(quota) {
      const sums = await redis.hmGet(quotaKey(quota), ['spent', 'held'])
      return sums.reduce((all, sum) => all + Number(sum ?? 0), 0)
    },
  }
}

/** What Redis uses is asked for again after this long, or after this part of what it may use was written here. */
const MEMORY_POLL_MS = 500
const MEMORY_POLL_PART = 0.02
/** Of what Redis may use, histories take this part at most … */
const HISTORIES = 1 / 2
/** … and beyond this part nothing is written but what checks cannot do without: claims, spending and limits. */
const TIGHT = 3 / 4

const BYTES_KEY = `${PREFIX}histories:bytes`

/** How much of Redis's memory there is for those who can do without it. A Redis that refuses to tell has no limit. */
function redisRoom(redis: Redis, historiesMax: number) {
  let asked = -Infinity
  let written = 0
  let askAfter = Infinity
  let lastRoom = Promise.resolve({ isTight: false, histories: historiesMax })

  async function ask(): typeof lastRoom {
    const info = await redis.info('memory').catch(() => '')
    const most = Number(redisSays(info, 'maxmemory') ?? 0)
    askAfter = most > 0 ? most * MEMORY_POLL_PART : Infinity
    if (most === 0) return { isTight: false, histories: historiesMax }
    const tooMuch = Number(redisSays(info, 'used_memory') ?? 0) - most * TIGHT
    const histories = Math.min(historiesMax, most * HISTORIES)
    if (tooMuch <= 0) return { isTight: false, histories }
    const taken = Number((await redis.get(BYTES_KEY).catch(() => 0)) ?? 0)
    return { isTight: true, histories: Math.min(histories, taken - tooMuch) }
  }
  return {
    /** What all histories may take; `isTight` where only claims, spending and limits may be written now. */
    left(): typeof lastRoom {
      if (performance.now() - asked > MEMORY_POLL_MS || written > askAfter) {
        asked = performance.now()
        written = 0
        lastRoom = ask()
      }
      return lastRoom
    },
    wrote: (bytes: number) => void (written += bytes),
  }
}
type Room = ReturnType<typeof redisRoom>

function redisHistories(redis: Redis, room: Room): Histories & Cache {
  const historyKey = (id: string) => `${PREFIX}history:${id}`
  const cacheKey = (key: string) => `${PREFIX}cache:${key}`
  const keys = [`${PREFIX}histories:times`, `${PREFIX}histories:sizes`, BYTES_KEY]
  return {
    async saveHistory(id, history, ttlMs) {
      const text = JSON.stringify(history)
      const bytes = Buffer.byteLength(text) + HISTORY_OVERHEAD
      room.wrote(bytes)
      const { histories: most } = await room.left()
      const given = [text, bytes, Date.now(), Math.ceil(ttlMs), most].map(String)
      await redis.eval(SAVE_HISTORY, { keys, arguments: [historyKey(''), id, ...given] })
    },
    async readHistory(id) {
      return storedHistory(await redis.get(historyKey(id)))
    },
    async removeHistory(id) {
      return (await redis.eval(REMOVE_HISTORY, { keys, arguments: [historyKey(''), id] })) === 1
    },
    async writeCache(key, value, ttlMs) {
      room.wrote(value.length)
      if ((await room.left()).isTight) return
      await redis.set(cacheKey(key), value, { expiration: { type: 'PX', value: Math.ceil(ttlMs) } })
    },
    readCache: (key) => redis.get(cacheKey(key)),
  }
}

export type Redis = RedisClientType

export function openRedisStore(redis: Redis, historiesMax: number): Store {
  const room = redisRoom(redis, historiesMax)
  return {
    ...redisSpending(redis),
    ...redisHistories(redis, room),
    ...redisAnswers(redis, room),
    async claim(id, ttlMs) {
      const expiration = { type: 'PX', value: Math.ceil(ttlMs) } as const
      return (await redis.set(`${PREFIX}claim:${id}`, '1', { condition: 'NX', expiration })) !== null
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

export function redisSecretBox(redis: Redis): SecretBox {
  const key = `${PREFIX}secrets`
  return {
    name: `The key ${key} in Redis`,
    read: () => redis.get(key),
    create: (text) => redis.set(key, text, { condition: 'NX' }),
    async replace(text, before) {
      return (await redis.eval(REPLACE, { keys: [key], arguments: [text, before] })) === 1
    },
  }
}

/** KEYS: the token, the address's counts by item, the day's counts by cell, with an item's addresses under its own name. ARGV: item, cell, percentage, milliseconds for each key. */
const COUNT_ANSWER = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'again' end
  local own = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
  local all = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or '0')
  if own > 0 and (own + 1) * 100 > tonumber(ARGV[3]) * all then return 'full' end
  if own == 0 then redis.call('HINCRBY', KEYS[3], ARGV[1], 1) end
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[4])
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
  redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[3], ARGV[6])
  return 'counted'`

const ANSWER_BYTES = 300

function redisAnswers(redis: Redis, room: Room): Feedback {
  const dayKey = (day: string) => `${PREFIX}answers:${day}`
  return {
    async countAnswer({ cell, cellMs, ticket, ticketMs, clientKey, clientKeyMs, percent }) {
      const { day, item, verdict, seen, method, viewer } = cell
      room.wrote(ANSWER_BYTES)
      if ((await room.left()).isTight)
        throw new Error('Redis is nearly full: answers of visitors are not counted.')
      const keys = [`${PREFIX}answered:${ticket}`, `${PREFIX}answers:${day}:${clientKey}`, dayKey(day)]
      const times = [ticketMs, clientKeyMs, cellMs].map(Math.ceil)
      const given = [item, `${item} ${verdict} ${seen} ${method} ${viewer}`, percent, ...times].map(String)
      const came = await redis.eval(COUNT_ANSWER, { keys, arguments: given })
      return came === 'counted' || came === 'again' ? came : 'full'
    },
    async readAnswers(days) {
      const hashes = await Promise.all(days.map((day) => redis.hGetAll(dayKey(day))))
      return answersIn(
        hashes.flatMap((cells, index) =>
          Object.entries(cells).map(([cell, count]) => {
            const [item, verdict, seen, method, viewer] = cell.split(' ')
            return { day: days[index], item, verdict, seen, method, viewer, count: Number(count) }
          }),
        ),
      )
    },
  }
}

/** Counts calls of all processes together. */
export function countInRedis(redis: Redis) {
  return insuredCount(async (key, windowMs, amount = 1) => {
    const name = `${PREFIX}limit:${key}`
    const [, calls, msLeft] = await redis
      .multi()
      .set(name, '0', { condition: 'NX', expiration: { type: 'PX', value: windowMs } })
      .incrBy(name, amount)
      .pTTL(name)
      .exec()
    return { calls: Number(calls), msLeft: Number(msLeft) }
  })
}
