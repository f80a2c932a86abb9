import type { DurableObjectState } from '@cloudflare/workers-types'
import { DurableObject } from 'cloudflare:workers'
import { abortable } from '../../contract/async.ts'
import type { PostRef } from '../../contract/names.ts'
import type { AccountCheck, CheckRequest, Oembed, PostJudgement, SearchHealth } from '../../contract/wire.ts'
import { openUpstream } from '../openUpstream.ts'
import { throwStoreUnavailable } from '../store/Store.ts'
import { ApiError } from '../../contract/reasons.ts'
import type { ApiErrorCode } from '../../contract/reasons.ts'
import type { CacheStore } from '../store/Store.ts'
import { SQL_SCHEMA, createSqlCalls } from '../store/sql.ts'
import type { RunSql, SqlCalls } from '../store/sql.ts'
import { UPSTREAMS } from '../upstream/Upstream.ts'
import type { Caller, Upstream } from '../upstream/Upstream.ts'
import { PAUSE_KEY_PART } from '../upstream/x/client/client.ts'
import { mergeSearchHealth } from '../upstream/x/health.ts'
import type { XCheckSettings } from '../upstream/x/context.ts'
import type { StoreObject } from './StoreObject.ts'
import { createDurableStore, shardOf } from './durableStore.ts'
import type { NamedObjects } from './durableStore.ts'
import { readCloudflareConfig, logFault, LOGGING_X_MONITOR } from './isolate.ts'
import { offersPostSearch, capabilitiesOfX } from '../upstream/x/context.ts'

/** What `UpstreamObject` returns to the Worker. It is plain data, because RPC loses error classes. `healthWarning` is what the operator should fix. */
export type ResultWithHealth<T> = { healthWarning: string | null; searchHealth: SearchHealth } & (
  | { value: T }
  | { refusal: { code: ApiErrorCode; retryAfter: number | undefined } }
)

type Needed = { STORE: NamedObjects<StoreObject> }

const CALL_MS = 40_000

/** The upstream for one shard of the calls, in one place for the whole world, so that simultaneous callers share an answer and X's rate limits. */
export class UpstreamObject extends DurableObject<Needed> {
  readonly #upstream: Upstream

  constructor(ctx: DurableObjectState, env: Needed) {
    super(ctx, env)
    const store = { ...createDurableStore(env.STORE), ...ownCache(ctx) }
    this.#upstream = openUpstream(readCloudflareConfig(env), store, logFault, LOGGING_X_MONITOR)
  }

  checkAccount(request: CheckRequest, clientKey: string): Promise<ResultWithHealth<AccountCheck>> {
    return this.#answer(clientKey, (caller) => this.#upstream.checkAccount(request, caller))
  }

  checkPosts(
    posts: PostRef[],
    clientKey: string,
    searchedMax: number,
  ): Promise<ResultWithHealth<PostJudgement[]>> {
    return this.#answer(clientKey, (caller) => this.#upstream.checkPosts(posts, caller, searchedMax))
  }

  oembed(post: PostRef, clientKey: string): Promise<ResultWithHealth<Oembed>> {
    return this.#answer(clientKey, (caller) => this.#upstream.oembed(post, caller))
  }

  async #answer<T>(clientKey: string, ask: (caller: Caller) => Promise<T>): Promise<ResultWithHealth<T>> {
    const answer = await ask({ clientKey, signal: AbortSignal.timeout(CALL_MS) }).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        return { refusal: { code: error.code, retryAfter: error.retryAfter } }
      },
    )
    return {
      ...answer,
      healthWarning: this.#upstream.healthWarning(),
      searchHealth: this.#upstream.searchHealth(),
    }
  }
}

/** Answers that live no longer than this are cached in the object's memory only, because a stored row costs more. Pauses are always stored, because an idle object loses its memory. */
const MEMORY_ONLY_TTL_MAX_MS = 60_000
const isPause = (key: string) => key.includes(PAUSE_KEY_PART)
/** Rows that are over stay this long at most after the next call. */
const SWEEP_MS = 15 * 60_000

/** Answers in the object's own storage, where they outlast its memory. */
function ownCache({ storage }: DurableObjectState): CacheStore {
  const run: RunSql = (sql, ...values) => storage.sql.exec(sql, ...values).toArray()
  const calls = createSqlCalls(run)
  let sweptAt = -Infinity

  function opened(): SqlCalls {
    if (sweptAt === -Infinity) for (const statement of SQL_SCHEMA) run(statement)
    if (Date.now() - sweptAt >= SWEEP_MS) {
      sweptAt = Date.now()
      while (calls.sweep(sweptAt));
    }
    return calls
  }
  return {
    readCache: async (key) => opened().readCache(key, Date.now()),
    async writeCache(entries) {
      const lasting = entries.filter(({ key, ttlMs }) => ttlMs > MEMORY_ONLY_TTL_MAX_MS || isPause(key))
      if (lasting.length > 0) opened().writeCache(lasting, Date.now())
    },
  }
}

/** Objects that share the calls: few, so that all soon know of a rate limit, and enough for a crowd. */
const SHARDS = 8
/** Posts in one call of an object: on the free plan it may make 50 requests to X. One that is searched for can take six, any other takes one. */
const POSTS_MAX = { searched: 8, shown: 40 } as const

/** X, asked through `UpstreamObject`s. When a visitor leaves, only the waiting ends: the object finishes the call and keeps its answer. */
export function createDurableUpstream(
  objects: NamedObjects<UpstreamObject>,
  offer: XCheckSettings,
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
): Upstream {
  let healthWarning: string | null = null
  const searchHealth = new Map<number, SearchHealth>()

  const away = throwStoreUnavailable(onFault)
  async function answer<T>(
    signal: AbortSignal,
    key: string,
    ask: (object: UpstreamObject) => Promise<ResultWithHealth<T>>,
  ): Promise<T> {
    signal.throwIfAborted()
    const shard = shardOf(key, SHARDS)
    const answered = await abortable(ask(objects.getByName(`x-${shard}`)).catch(away), signal)
    healthWarning = answered.healthWarning
    searchHealth.set(shard, answered.searchHealth)
    if ('refusal' in answered) throw new ApiError(answered.refusal.code, answered.refusal.retryAfter)
    return answered.value
  }

  return {
    name: UPSTREAMS.x.name,
    capabilities: capabilitiesOfX(offer),
    healthWarning: () => healthWarning,
    searchHealth: () => mergeSearchHealth([...searchHealth.values()], now()),
    checkAccount: (request, { signal, clientKey }) =>
      answer(signal, request.screen_name.toLowerCase(), (object) => object.checkAccount(request, clientKey)),
    async checkPosts(posts, { signal, clientKey }, searchedMax = offer.postSearchMax) {
      const judged = groupsOf(posts, offersPostSearch(offer) ? searchedMax : 0).map(({ key, group, most }) =>
        answer(signal, key, (object) => object.checkPosts(group, clientKey, most)),
      )
      return (await Promise.all(judged)).flat()
    },
    oembed: (post, { signal, clientKey }) =>
      answer(signal, post.id, (object) => object.oembed(post, clientKey)),
  }
}

/** The posts of each call, in order, the key of the object that is called, and how many of them it may search for. */
function groupsOf(posts: PostRef[], searchedMax: number): { key: string; group: PostRef[]; most: number }[] {
  const groups = []
  for (let from = 0, size; from < posts.length; from += size) {
    const most = Math.max(0, searchedMax - from)
    size = most > 0 ? POSTS_MAX.searched : POSTS_MAX.shown
    groups.push({ key: posts[from]?.id ?? '', group: posts.slice(from, from + size), most })
  }
  return groups
}
