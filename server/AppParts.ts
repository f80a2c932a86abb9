import type { HttpBindings } from '@hono/node-server'
import { randomBytes } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Keys } from './proof/challengeKey.ts'
import type { Limits } from './http/limits.ts'
import { noLimits } from './http/limits.ts'
import { macKeyOf } from './proof/mac.ts'
import { replyAs } from './http/reply.ts'
import type { Reply } from './http/reply.ts'
import type { Site } from './site/loadSite.ts'
import { openSqliteStore } from './store/sqliteStore.ts'
import type { Store } from './store/Store.ts'
import { createSandbox } from './upstream/sandbox.ts'
import type { Upstream } from './upstream/Upstream.ts'

/** What every route works with. */
export type AppParts = {
  store: Store
  upstream: Upstream
  limits: Limits
  /** The HMAC secrets as they are now. */
  keys: () => Keys
  difficulty: number
  /** The AES key under which visitors send their address. */
  encKey: Buffer
  historyMs: number
  /** Origins of sites that call this API from elsewhere. */
  origins: readonly string[]
  /** The proxies whose X-Forwarded-For is believed. */
  trusted: BlockList | null
  site: Site
  /** Milliseconds an upstream may take for one check. */
  deadlineMs: number
  now: () => number
  /** Told of every error that nobody foresaw. */
  onFault: (error: unknown) => void
  /** Told of every answer of the API. */
  onAnswer: (seen: Seen) => void
  reply: Reply
}
/** One answer, as logs and metrics may know it. */
export type Seen = { route: string; status: number; code: string | undefined; ms: number }
export type AppOptions = Partial<Omit<AppParts, 'reply'>>

/** In-process (`app.request`) there is no socket. */
export type AppEnv = { Bindings: Partial<HttpBindings> }

export const DAY_MS = 86_400_000
/** The fragments of the committed `.env`, joined. */
export const DEVELOPMENT_ENC_KEY = 'dev-only-aes-key-of-32-character'

export function partsOf(options: AppOptions): AppParts {
  const now = options.now ?? Date.now
  const keys: Keys = [macKeyOf(randomBytes(32))]
  const upstream = options.upstream ?? createSandbox()
  return {
    store: options.store ?? openSqliteStore(':memory:', now),
    upstream,
    reply: replyAs(upstream.name),
    limits: noLimits,
    keys: () => keys,
    difficulty: 3,
    encKey: Buffer.from(DEVELOPMENT_ENC_KEY),
    historyMs: 90 * DAY_MS,
    origins: [],
    trusted: null,
    site: new Map(),
    deadlineMs: 40_000,
    now,
    onFault: () => undefined,
    onAnswer: () => undefined,
    ...options,
  }
}
