import type { DurableObjectState } from '@cloudflare/workers-types'
import { DurableObject } from 'cloudflare:workers'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { abortable } from '../../contract/async.ts'
import type { PostRef } from '../../contract/names.ts'
import type { AccountCheck, CheckRequest, Oembed, PostJudgement, SearchHealth } from '../../contract/wire.ts'
import { openUpstream } from '../openUpstream.ts'
import { ApiError, storeUnavailable } from '../http/errors.ts'
import type { ApiErrorCode } from '../http/errors.ts'
import type { Cache } from '../store/Store.ts'
import { retrySettlements } from '../store/retrySettlements.ts'
import { CACHE_TABLE, GET_ALL_CACHED, PUT_CACHED, sweepOf } from '../store/sql.ts'
import type { Run } from '../store/sql.ts'
import type { Caller, Upstream } from '../upstream/Upstream.ts'
import { mergeHealth, searchesPosts, xCapabilities } from '../upstream/x/health.ts'
import type { XOffer } from '../upstream/x/health.ts'
import type { StoreObject } from './StoreObject.ts'
import { durableStore, shardOf } from './durableStore.ts'
import type { ObjectsNamed } from './durableStore.ts'
import { cloudflareConfig, logFault, logX } from './isolate.ts'

/** An answer for the Worker; error classes do not survive the crossing. `healthWarning` is what the operator should fix. */
export type WithHealth<T> = { healthWarning: string | null; searchHealth: SearchHealth } & (
  | { value: T }
  | { refusal: { code: ApiErrorCode; retryAfter: number | undefined } }
)

type Needed = { STORE: ObjectsNamed<StoreObject> }

const CALL_MS = 40_000

/** The upstream for one shard of the calls, in one place for the whole world, so that simultaneous callers share an answer and X's rate limits. */
export class UpstreamObject extends DurableObject<Needed> {
  readonly #upstream: Upstream

  constructor(ctx: DurableObjectState, env: Needed) {
    super(ctx, env)
    const store = retrySettlements({ ...durableStore(env.STORE), ...ownCache(ctx) }, logFault)
    this.#upstream = openUpstream(cloudflareConfig(env), store, logFault, logX)
  }

  checkAccount(request: CheckRequest, clientKey: string): Promise<WithHealth<AccountCheck>> {
    return this.#answer(clientKey, (caller) => this.#upstream.checkAccount(request, caller))
  }

  checkPosts(posts: PostRef[], clientKey: string, searchMost: number): Promise<WithHealth<PostJudgement[]>> {
    return this.#answer(clientKey, (caller) => this.#upstream.checkPosts(posts, caller, searchMost))
  }

  oembed(post: PostRef, clientKey: string): Promise<WithHealth<Oembed>> {
    return this.#answer(clientKey, (caller) => this.#upstream.oembed(post, caller))
  }

  async #answer<T>(clientKey: string, ask: (caller: Caller) => Promise<T>): Promise<WithHealth<T>> {
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

/** What is reused for no longer stays in the object's memory: a stored row costs more. */
const SHORT_MS = 60_000
/** Rows that are over stay this long at most after the next one is written. */
const SWEEP_MS = 15 * 60_000

const Joined = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string(), v.number()])))
type Joined = v.InferOutput<typeof Joined>

/** Answers in the object's own storage, read once when it starts: what it writes later is in its memory too. */
function ownCache({ storage }: DurableObjectState): Cache {
  const run: Run = (sql, ...values) => storage.sql.exec(sql, ...values).toArray()
  const stored = new Map<string, { value: string; until: number }>()
  let sweptAt = -Infinity
  let joined: Joined = []
  let written: Promise<void> | null = null

  function sweep(): void {
    sweptAt = Date.now()
    run(sweepOf('cache'), sweptAt)
  }
  function load(): void {
    if (sweptAt > -Infinity) return
    run(CACHE_TABLE)
    sweep()
    for (const row of run(GET_ALL_CACHED)) {
      const entries = v.parse(v.fallback(Joined, []), row['value'])
      for (const [key, value, until] of entries) stored.set(key, { value, until })
    }
  }
  async function write(): Promise<void> {
    await delay(0)
    const entries = joined
    joined = []
    written = null
    load()
    run(PUT_CACHED, randomUUID(), JSON.stringify(entries), Math.max(...entries.map(([, , until]) => until)))
    if (Date.now() - sweptAt >= SWEEP_MS) sweep()
  }
  return {
    async readCache(key) {
      load()
      const entry = stored.get(key)
      return entry && entry.until > Date.now() ? entry.value : null
    },
    async writeCache(key, value, ttlMs) {
      if (ttlMs <= SHORT_MS) return
      joined.push([key, value, Date.now() + ttlMs])
      await (written ??= write())
    },
  }
}

/** Objects that share the calls: few, so that all soon know of a rate limit, and enough for a crowd. */
const SHARDS = 8
/** Posts in one call of an object: on the free plan it may make 50 requests to X. One that is searched for can take six, any other takes one. */
const POSTS_MAX = { searched: 8, shown: 40 } as const

/** X, asked through `UpstreamObject`s. When a visitor leaves, only the waiting ends: the object finishes the call and keeps its answer. */
export function durableUpstream(
  objects: ObjectsNamed<UpstreamObject>,
  offer: XOffer,
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
): Upstream {
  let healthWarning: string | null = null
  const searchHealth = new Map<number, SearchHealth>()

  const away = storeUnavailable(onFault)
  async function answer<T>(
    signal: AbortSignal,
    key: string,
    ask: (object: UpstreamObject) => Promise<WithHealth<T>>,
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
    name: 'x-api',
    capabilities: xCapabilities(offer),
    healthWarning: () => healthWarning,
    searchHealth: () => mergeHealth([...searchHealth.values()], now()),
    checkAccount: (request, { signal, clientKey }) =>
      answer(signal, request.screen_name.toLowerCase(), (object) => object.checkAccount(request, clientKey)),
    async checkPosts(posts, { signal, clientKey }, searchMost = offer.postSearchMax) {
      const judged = groupsOf(posts, searchesPosts(offer) ? searchMost : 0).map(({ key, group, most }) =>
        answer(signal, key, (object) => object.checkPosts(group, clientKey, most)),
      )
      return (await Promise.all(judged)).flat()
    },
    oembed: (post, { signal, clientKey }) =>
      answer(signal, post.id, (object) => object.oembed(post, clientKey)),
  }
}

/** The posts of each call, in order, the key of the object that is called, and how many of them it may search for. */
function groupsOf(posts: PostRef[], searchMost: number): { key: string; group: PostRef[]; most: number }[] {
  const groups = []
  for (let from = 0, size; from < posts.length; from += size) {
    const most = Math.max(0, searchMost - from)
    size = most > 0 ? POSTS_MAX.searched : POSTS_MAX.shown
    groups.push({ key: posts[from]?.id ?? '', group: posts.slice(from, from + size), most })
  }
  return groups
}
