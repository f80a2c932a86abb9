import type { RedisClientType } from 'redis'
import * as v from 'valibot'
import { createCountWithFallback } from '../http/limits.ts'
import { CLAIM_GRACE_MS } from './Store.ts'
import type { CacheStore, HistoryStore, SettingsStore, SpendingStore, Store } from './Store.ts'
import {
  CLAIM_SCRIPT,
  REMOVE_HISTORY_SCRIPT,
  SAVE_HISTORY_SCRIPT,
  SPEND_QUOTA_SCRIPT,
} from './redisScripts.ts'
import type { SecretBox } from './secrets.ts'
import { HISTORY_OVERHEAD_BYTES, parseStoredHistory } from './sql.ts'

const infoField = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

export async function redisWarnings(redis: RedisClient): Promise<string[]> {
  const info = await redis.info().catch(() => '')
  const valueOf = (name: string) => infoField(info, name)
  const policy = valueOf('maxmemory_policy')
  // An access list may forbid the question: then nothing is known.
  const { appendfsync = 'always' } = await redis
    .configGet('appendfsync')
    .catch((): Record<string, string> => ({}))
  return [
    valueOf('aof_enabled') === '0' &&
      'Redis keeps no append-only file: a restart of it loses saved results, and lets proofs and the dollars of the day be spent twice; set appendonly yes.',
    valueOf('aof_enabled') === '1' &&
      appendfsync !== 'always' &&
      `Redis answers before its append-only file is on the disk (appendfsync ${appendfsync}): a crash can lose saved results, and lets proofs and dollars be spent twice; set appendfsync always.`,
    policy !== undefined &&
      policy !== 'noeviction' &&
      `Redis may evict what it keeps (maxmemory-policy ${policy}): proofs could be spent twice; set noeviction.`,
    valueOf('role') === 'slave' &&
      valueOf('slave_read_only') !== '0' &&
      'Redis is a read-only replica: no check can be taken; name its primary in STORE_URL.',
  ].filter((warning) => warning !== false)
}

/** Starts a rewrite: until then the append-only file holds every command, also of what was removed since. */
export async function rewriteAppendOnlyFile(redis: RedisClient): Promise<void> {
  if (infoField(await redis.info('persistence'), 'aof_enabled') === '1') await redis.bgRewriteAof()
}

const PREFIX = 'shadowban:'
export const historyKey = (id: string) => `${PREFIX}history:${id}`
/** A sorted set of the ids of all histories by when they expire. */
export const historyTimesKey = `${PREFIX}histories:times`

function redisSpending(redis: RedisClient): SpendingStore {
  return {
    async spend({ amount, quotas }) {
      const keys = quotas.map(({ name }) => `${PREFIX}quota:${name}`)
      const limits = quotas.flatMap(({ limit, ttlMs }) => [limit, Math.ceil(ttlMs)])
      const reply = await redis.eval(SPEND_QUOTA_SCRIPT, { keys, arguments: [amount, ...limits].map(String) })
      const [refused, sums] = v.parse(SpendReply, reply)
      return { refusedBy: quotas[refused - 1]?.name ?? null, sums }
    },
  }
}

function redisHistories(redis: RedisClient, historiesMax: number): HistoryStore & CacheStore {
  const cacheKey = (key: string) => `${PREFIX}cache:${key}`
  const keys = ['times', 'sizes', 'bytes'].map((name) => `${PREFIX}histories:${name}`)
  return {
    async saveHistory(id, history, ttlMs) {
      const text = JSON.stringify(history)
      const bytes = Buffer.byteLength(text) + HISTORY_OVERHEAD_BYTES
      const given = [text, bytes, Date.now(), Math.ceil(ttlMs), historiesMax].map(String)
      await redis.eval(SAVE_HISTORY_SCRIPT, { keys, arguments: [historyKey(''), id, ...given] })
    },
    async readHistory(id) {
      return parseStoredHistory(await redis.get(historyKey(id)))
    },
    async removeHistory(id) {
      return (await redis.eval(REMOVE_HISTORY_SCRIPT, { keys, arguments: [historyKey(''), id] })) === 1
    },
    async writeCache(entries) {
      // The client sends what is written in one moment together.
      const writes = entries.map(({ key, value, ttlMs }) =>
        redis.set(cacheKey(key), value, { expiration: { type: 'PX', value: Math.ceil(ttlMs) } }),
      )
      await Promise.all(writes)
    },
    readCache: (key) => redis.get(cacheKey(key)),
  }
}

function redisSettings(redis: RedisClient): SettingsStore {
  const key = `${PREFIX}settings`
  return {
    readSettings: () => redis.get(key),
    writeSettings: async (text) => void (await redis.set(key, text)),
  }
}

export type RedisClient = RedisClientType

/** Saved batches may take this part of `maxmemory` at most: the rest is for what checks cannot do without. */
const HISTORIES_PART = 1 / 2
/** If more than this part of `maxmemory` is used, the operator is warned. */
const WARNING_PART = 1 / 3

async function memoryOf(redis: RedisClient) {
  const info = await redis.info('memory').catch(() => '')
  const [used, max] = ['used_memory', 'maxmemory'].map((name) => Number(infoField(info, name) ?? 0))
  return { used: used ?? 0, max: max || Infinity }
}

/** `now` is the clock that challenges are issued by. */
export async function openRedisStore(
  redis: RedisClient,
  historiesMax: number,
  now: () => number = Date.now,
): Promise<Store> {
  const { max } = await memoryOf(redis)
  return {
    ...redisSpending(redis),
    ...redisSettings(redis),
    ...redisHistories(redis, Math.min(historiesMax, Math.floor(max * HISTORIES_PART))),
    async claim(id, expiresMs) {
      const given = [now(), expiresMs, Math.ceil(expiresMs + CLAIM_GRACE_MS - now())].map(String)
      const keys = [`${PREFIX}claim:${id}`, `${PREFIX}latest`]
      const [isFirst, latestMs] = v.parse(
        ClaimReply,
        await redis.eval(CLAIM_SCRIPT, { keys, arguments: given }),
      )
      return { isFirst: isFirst === 1, latestMs: Number(latestMs) }
    },
    async health() {
      await redis.set(`${PREFIX}probe`, '1', { expiration: { type: 'PX', value: 1000 } })
      const { used, max } = await memoryOf(redis)
      const percent = Math.round((100 * used) / max)
      return used > max * WARNING_PART
        ? `Redis uses ${percent} % of its maxmemory: when it is full, checks are refused until there is room; raise maxmemory or lower HISTORY_MAX_MB.`
        : null
    },
    async close() {
      if (redis.isReady) await redis.close()
      else redis.destroy()
    },
  }
}

const ClaimReply = v.tuple([v.number(), v.string()])
const SpendReply = v.tuple([v.number(), v.array(v.number())])

const REPLACE_SCRIPT = `
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`

export function createRedisSecretBox(redis: RedisClient): SecretBox {
  const key = `${PREFIX}secrets`
  return {
    name: `The key ${key} in Redis`,
    read: () => redis.get(key),
    create: (text) => redis.set(key, text, { condition: 'NX' }),
    async replace(text, before) {
      return (await redis.eval(REPLACE_SCRIPT, { keys: [key], arguments: [text, before] })) === 1
    },
  }
}

/** Counts calls of all processes together. */
export function createRedisCount(redis: RedisClient) {
  return createCountWithFallback(async (key, windowMs, amount = 1) => {
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
