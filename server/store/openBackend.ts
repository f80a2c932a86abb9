import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryCount } from '../http/limits.ts'
import type { Store } from './Store.ts'
import { historiesInRedis, historiesInSqlite } from './allHistories.ts'
import {
  createRedisCount,
  openRedisStore,
  createRedisSecretBox,
  redisWarnings,
  rewriteAppendOnlyFile,
} from './redis.ts'
import type { RedisClient } from './redis.ts'
import { createFileSecretBox } from './secrets.ts'
import { HISTORIES_BYTES_MAX } from './sql.ts'
import { allowOwnerOnly, openSqliteStore } from './sqlite.ts'

type BackendOptions = { storeUrl: string; dataDir: string; historyMaxBytes?: number }

/** A Redis that is silent for this long counts as unavailable. Pings keep a healthy one from being silent. */
const SILENCE_MS = 3000
const PING_MS = 1000
const CONNECT_MS = 2000
const RECONNECT_MAX_MS = 2000

/** `compact` leaves nothing of removed data in the store's files. */
export async function openBackend(
  { storeUrl, dataDir, historyMaxBytes = HISTORIES_BYTES_MAX }: BackendOptions,
  onFault: (error: unknown) => void,
) {
  if (storeUrl === '') {
    mkdirSync(dataDir, { recursive: true })
    allowOwnerOnly(dataDir, 0o700)
    const store = await openSqliteStore(dataDir, { historiesMax: historyMaxBytes })
    return {
      warnings: [],
      store,
      count: createMemoryCount(),
      secretBox: createFileSecretBox(secretsIn(dataDir)),
      histories: () => historiesInSqlite(join(dataDir, 'checker.db'), Date.now()),
      compact: store.sweep,
    }
  }
  const redis = await connect(storeUrl, onFault)
  const store = await openRedisStore(redis, historyMaxBytes)
  return {
    warnings: await redisWarnings(redis),
    store: reconnecting(store, redis),
    count: createRedisCount(redis),
    secretBox: createRedisSecretBox(redis),
    histories: () => historiesInRedis(redis, Date.now()),
    compact: () => rewriteAppendOnlyFile(redis),
  }
}

/** The secrets alone, for tools: no database is opened, so none can be made. */
export async function openSecrets({ storeUrl, dataDir }: BackendOptions) {
  if (storeUrl === '')
    return { secretBox: createFileSecretBox(secretsIn(dataDir)), close: async () => undefined }
  const redis = await connect(storeUrl, () => undefined)
  return { secretBox: createRedisSecretBox(redis), close: () => redis.close() }
}

const secretsIn = (dataDir: string) => join(dataDir, 'secrets.json')

/** Creates a client whose calls fail at once while Redis is unavailable, and that reconnects by itself. */
async function connect(url: string, onFault: (error: unknown) => void): Promise<RedisClient> {
  // To load it takes a third of a server's start and half of a tool's run, and most need none.
  const { createClient } = await import('redis')
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
  }) as RedisClient
  redis.on('error', onFault)
  await redis.connect()
  everReady = true
  return redis
}

const READ_ONLY = /^READONLY/

/** Reconnects if a failover has turned the connected Redis into a replica: its name then resolves to the new primary. */
function reconnecting(store: Store, redis: RedisClient): Store {
  async function noteFailure(error: unknown): Promise<never> {
    if (error instanceof Error && READ_ONLY.test(error.message) && redis.isReady) {
      redis.destroy()
      await redis.connect()
    }
    throw error
  }
  return {
    ...store,
    claim: (...given) => store.claim(...given).catch(noteFailure),
    spend: (...given) => store.spend(...given).catch(noteFailure),
    health: () => store.health().catch(noteFailure),
  }
}
