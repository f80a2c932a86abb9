import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { abortable } from '../../contract/async.ts'
import type { PostRef } from '../../contract/names.ts'
import { SANDBOX } from '../../contract/outcomes.ts'
import { causeOfCode, causeRow, ApiError } from '../../contract/reasons.ts'
import type {
  AccountCheck,
  Capabilities,
  CheckRequest,
  Oembed,
  PostJudgement,
  SearchHealth,
} from '../../contract/wire.ts'
import { networksOf } from '../http/limits.ts'
import type { CacheStore } from '../store/Store.ts'

export type Caller = {
  signal: AbortSignal
  /** An IPv4 address, or an IPv6 /64 network. */
  clientKey: string
}

/** The upstreams that `UPSTREAM` names. `name` is what answers and saved results call it. */
export const UPSTREAMS = {
  sandbox: { name: SANDBOX },
  x: { name: 'x-api' },
} as const
export type UpstreamChoice = keyof typeof UPSTREAMS
export const UPSTREAM_CHOICES = Object.keys(UPSTREAMS) as UpstreamChoice[]

export const NO_SEARCH_HEALTH: SearchHealth = { now: null, hours: [] }

/** Calls throw an `ApiError`, or the reason of their caller's signal. */
export type Upstream = {
  readonly name: (typeof UPSTREAMS)[UpstreamChoice]['name']
  readonly capabilities: Capabilities
  checkAccount: (request: CheckRequest, caller: Caller) => Promise<AccountCheck>
  /** One judgement for each post, in order. `searchedMax` overrides how many are searched for. */
  checkPosts: (posts: PostRef[], caller: Caller, searchedMax?: number) => Promise<PostJudgement[]>
  oembed: (post: PostRef, caller: Caller) => Promise<Oembed>
  /** Returns the health of X's search as checks saw it. X is not called. */
  searchHealth: () => SearchHealth
  healthWarning: () => string | null
  /** Dollars that it has cost in this UTC day at most, over all processes of the store; absent if it costs nothing. */
  dollarsToday?: (() => Promise<number>) | undefined
  /** Tries by a free call whether the operator may use it; absent if that needs no permission. */
  tryAccess?: (() => Promise<AccessTrial>) | undefined
}

/** `isRefused` is false also while it is not known. `said` is one sentence for the operator. */
export type AccessTrial = { isTaken: boolean; isRefused: boolean; said: string }

/** How many may run at once: of one address, of a network (at most `multiplier` times as many), and of everybody. */
type RunningLimits = { address: number; network: number; all: number }

/** What one network may run at once leaves places free in each endpoint's queue (`createX.ts`), so that nobody waits behind it. */
const CHECKS: RunningLimits = { address: 4, network: 8, all: 200 }

/** Posts of the batches under way before a batch is refused. A server that looks at thousands of posts at once keeps everybody else waiting. */
const POSTS: RunningLimits = { address: 200, network: 200, all: 4_000 }

/** A page asks for four previews at once, and several people may share an address. */
const PREVIEWS: RunningLimits = { address: 16, network: 24, all: 400 }

/** Seconds after which whoever was refused as `busy` may try again. */
export const BUSY_RETRY_S = 10

/**
 * Refuses checks, batches and previews as `busy` while an address, one of its networks or everybody has too many running. Whoever asks for an account of
 * which a check is running already shares it, and is always let in.
 */
export function withAdmission(
  upstream: Upstream,
  checks = CHECKS,
  previews = PREVIEWS,
  posts = POSTS,
): Upstream {
  const accounts = createKeyedCounter()
  const admitCheck = createDoor(checks)
  const admitPosts = createDoor(posts)
  const admitPreview = createDoor(previews)

  return {
    ...upstream,
    checkAccount(request, caller) {
      const account = `${request.screen_name.toLowerCase()} ${request.searchban} ${request.repost}`
      async function check() {
        accounts.add(account, 1)
        return await upstream.checkAccount(request, caller).finally(() => accounts.add(account, -1))
      }
      return accounts.of(account) > 0 ? check() : admitCheck(caller, check)
    },
    checkPosts: (posts, caller, searchedMax) =>
      admitCheck(caller, () =>
        admitPosts(caller, () => upstream.checkPosts(posts, caller, searchedMax), posts.length),
      ),
    oembed: (post, caller) => admitPreview(caller, () => upstream.oembed(post, caller)),
  }
}

function createDoor({ address, network, all }: RunningLimits) {
  const running = createKeyedCounter()
  const EVERYBODY = { key: 'everybody', limit: all }

  return async <T>({ clientKey }: Caller, work: () => Promise<T>, amount = 1): Promise<T> => {
    const networks = networksOf(clientKey).map(({ key, multiplier }) => ({
      key,
      limit: Math.min(address * multiplier, network),
    }))
    const counted = [...networks, EVERYBODY]
    if (counted.some(({ key, limit }) => running.of(key) >= limit)) throw new ApiError('busy', BUSY_RETRY_S)
    for (const { key } of counted) running.add(key, amount)
    try {
      return await work()
    } finally {
      for (const { key } of counted) running.add(key, -amount)
    }
  }
}

/** Sums by key. Keys of sum zero are deleted. */
export function createKeyedCounter() {
  const sums = new Map<string, number>()
  const of = (key: string) => sums.get(key) ?? 0
  return {
    of,
    add(key: string, by: number) {
      const sum = of(key) + by
      if (sum > 0) sums.set(key, sum)
      else sums.delete(key)
    },
  }
}

type Flight<T> = { clientKey: string; join: (signal: AbortSignal) => Promise<T> }
export type SingleFlight<T> = <C extends Caller>(
  key: string,
  caller: C,
  work: (caller: C) => Promise<T>,
) => Promise<T>

/**
 * Callers that ask for the same key at the same time share one promise. The work is aborted when the last of them has left. If the first
 * caller was refused for its own share, another client's caller starts the work again in its own name. `isRefusal` says so of a value; errors
 * are judged by their code.
 */
export function createSingleFlight<T>(isRefusal: (value: T) => boolean = () => false): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function start<C extends Caller>(key: string, caller: C, work: (caller: C) => Promise<T>): Flight<T> {
    const forget = () => void (flights.get(key) === flight && flights.delete(key))
    const controller = new AbortController()
    const settled = work({ ...caller, signal: controller.signal }).finally(forget)
    let waiters = 0
    const flight: Flight<T> = {
      clientKey: caller.clientKey,
      join(signal) {
        waiters++
        return abortable(settled, signal).finally(() => {
          if (--waiters > 0) return
          forget()
          controller.abort()
        })
      },
    }
    flights.set(key, flight)
    return flight
  }

  return async (key, caller, work) => {
    for (;;) {
      caller.signal.throwIfAborted()
      const flight = flights.get(key) ?? start(key, caller, work)
      const isOwn = flight.clientKey === caller.clientKey
      try {
        const value = await flight.join(caller.signal)
        if (isOwn || !isRefusal(value)) return value
      } catch (error) {
        if (isOwn || !isClientShareRefusal(error)) throw error
      }
    }
  }
}

/** Whether a refusal is due to one client's share, so that another client may succeed. */
function isClientShareRefusal(error: unknown): boolean {
  const cause = error instanceof ApiError ? causeOfCode(error.code) : undefined
  return cause !== undefined && causeRow(cause).ofOneClient === true
}

/** `ttlMs` is 0 for an answer that must not be cached. */
type CacheableAnswer<T> = { value: T; ttlMs: number }
type Schema<T> = v.GenericSchema<unknown, T>
export type AnswerCache = ReturnType<typeof createAnswerCache>

const MEMORY_MAX = 5000

/** Creates a cache in memory and in the shared store. `about` is the prefix of all keys, so that upstreams and methods do not share entries. */
export function createAnswerCache(about: string, store: CacheStore, onFault: (error: unknown) => void) {
  const kept = new LRUCache<string, { value: unknown }>({ max: MEMORY_MAX, ttlResolution: 0 })
  const singleFlight = createSingleFlight<unknown>()

  const fromMemory = <T>(key: string) => kept.get(key) as { value: T } | undefined
  async function fromStore<T>(key: string, schema: Schema<T>): Promise<{ value: T } | null> {
    const text = await store.readCache(`${about} ${key}`).catch(onFault)
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
    return stored.success ? { value: stored.output } : null
  }
  async function set(key: string, { value, ttlMs }: CacheableAnswer<unknown>): Promise<void> {
    if (ttlMs <= 0) return
    kept.set(key, { value }, { ttl: ttlMs })
    const entry = { key: `${about} ${key}`, value: JSON.stringify(value), ttlMs }
    await store.writeCache([entry]).catch(onFault)
  }

  return {
    /** `make` gets the caller with the signal of all who wait for the same answer. */
    async get<T, C extends Caller>(
      key: string,
      schema: Schema<T>,
      caller: C,
      make: (caller: C) => Promise<CacheableAnswer<T>>,
    ): Promise<T> {
      const own = fromMemory<T>(key)
      if (own) return own.value
      const value = await singleFlight(key, caller, async (caller) => {
        const stored = await fromStore(key, schema)
        if (stored) return stored.value
        caller.signal.throwIfAborted()
        const made = await make(caller)
        await set(key, made)
        return made.value
      })
      return value as T
    },
    async peek<T>(key: string, schema: Schema<T>): Promise<T | null> {
      return (fromMemory<T>(key) ?? (await fromStore(key, schema)))?.value ?? null
    },
    set,
  }
}
