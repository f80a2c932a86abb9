import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { createClient } from 'redis'
import type { Config } from '../serverConfig.ts'
import type { SecretBox } from '../proof/keyring.ts'
import type { LimiterOf } from '../http/limits.ts'
import { fileSecretBox } from './fileSecretBox.ts'
import { openRedisStore, redisSecretBox } from './redisStore.ts'
import type { Redis } from './redisStore.ts'
import { openSqliteStore } from './sqliteStore.ts'
import type { Store } from './Store.ts'

/** Everything that lives longer than a request: the store, the limits' counters and the secrets. */
export type Backend = { store: Store; limiterOf: LimiterOf; secretBox: SecretBox }

/** A Redis that is silent for this long counts as away, whatever waits for it. Pings keep a healthy one from being silent. */
const SILENCE_MS = 3000
const PING_MS = 1000
const CONNECT_MS = 2000
const RECONNECT_MAX_MS = 2000

export async function openBackend(
  { storeUrl, dataDir }: Pick<Config, 'storeUrl' | 'dataDir'>,
  onFault: (error: unknown) => void,
): Promise<Backend> {
  if (storeUrl === '') {
    mkdirSync(dataDir, { recursive: true })
    return {
      store: openSqliteStore(join(dataDir, 'checker.db')),
      limiterOf: (options) => new RateLimiterMemory(options),
      secretBox: fileSecretBox(join(dataDir, 'secrets.json')),
    }
  }
  const redis = await connect(storeUrl, onFault)
  return {
    store: openRedisStore(redis),
    limiterOf: (options) =>
      new RateLimiterRedis({
        ...options,
        storeClient: redis,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    secretBox: redisSecretBox(redis),
  }
}

/** A client that says at once when Redis is away instead of queueing, and that keeps coming back. */
async function connect(url: string, onFault: (error: unknown) => void): Promise<Redis> {
  let everReady = false
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => everReady && Math.min(50 * 2 ** retries, RECONNECT_MAX_MS),
    },
  }) as Redis
  redis.on('error', onFault)
  await redis.connect()
  everReady = true
  return redis
}
