import { LRUCache } from 'lru-cache'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { abortable } from '../../contract/async.ts'
import { ApiError } from '../http/errors.ts'
import type { ApiErrorCode } from '../http/errors.ts'
import { networksOf } from '../http/networks.ts'
import type { Network } from '../http/networks.ts'
import type { CacheStore } from '../store/Store.ts'
import type { Caller, Upstream } from './Upstream.ts'

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
type Counter = ReturnType<typeof createKeyedCounter>

/** Posts of all running checks: as many as X answers well within a check's time. */
const POSTS_MAX = 1000
/** The most of them that one client may hold, and one network. */
const CLIENT_SHARE = 1 / 4
const NETWORK_SHARE = 3 / 4
/** A client that holds nothing is admitted up to this multiple. */
const IDLE_FACTOR = 2
const POSTS_PER_ACCOUNT = 20
const BUSY_RETRY_S = 10

/** Refuses checks as `busy` beyond the limits; a client's only check may be of any size. Simultaneous checks of one account count once. */
export function withAdmission(upstream: Upstream, postsMax = POSTS_MAX): Upstream {
  const accounts = createKeyedCounter()
  const held = createKeyedCounter()
  let heldByAll = 0

  async function admitted<T>(posts: number, { clientKey }: Caller, work: () => Promise<T>): Promise<T> {
    const isOver = (before: number, most: number) => posts > 0 && before > 0 && before + posts > most
    const networks = networksOf(clientKey)
    const isGreedy = networks.some(({ key, multiplier }) =>
      isOver(held.of(key), postsMax * Math.min(CLIENT_SHARE * multiplier, NETWORK_SHARE)),
    )
    const most = networks.every(({ key }) => held.of(key) === 0) ? IDLE_FACTOR * postsMax : postsMax
    if (isGreedy || isOver(heldByAll, most)) throw new ApiError('busy', BUSY_RETRY_S)
    heldByAll += posts
    for (const { key } of networks) held.add(key, posts)
    try {
      return await work()
    } finally {
      heldByAll -= posts
      for (const { key } of networks) held.add(key, -posts)
    }
  }

  return {
    ...upstream,
    checkAccount(request, caller) {
      const account = `${request.screen_name.toLowerCase()} ${request.searchban} ${request.repost}`
      const posts = accounts.of(account) > 0 ? 0 : POSTS_PER_ACCOUNT
      return admitted(posts, caller, async () => {
        accounts.add(account, 1)
        return await upstream.checkAccount(request, caller).finally(() => accounts.add(account, -1))
      })
    },
    checkPosts: (posts, caller, searchedMax) =>
      admitted(posts.length, caller, () => upstream.checkPosts(posts, caller, searchedMax)),
  }
}

type Flight<T> = { clientKey: string; join: (signal: AbortSignal) => Promise<T> }
type SingleFlight<T> = (key: string, caller: Caller, work: (caller: Caller) => Promise<T>) => Promise<T>

/**
 * Callers that ask for the same key at the same time share one promise. The work is aborted when the last of them has left. If the first
 * caller was refused for its own share, another client's caller starts the work again in its own name.
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function start(key: string, { clientKey }: Caller, work: (caller: Caller) => Promise<T>): Flight<T> {
    const forget = () => void (flights.get(key) === flight && flights.delete(key))
    const controller = new AbortController()
    const settled = work({ clientKey, signal: controller.signal }).finally(forget)
    let waiters = 0
    const flight: Flight<T> = {
      clientKey,
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
      try {
        return await flight.join(caller.signal)
      } catch (error) {
        if (flight.clientKey === caller.clientKey || !isClientShareRefusal(error)) throw error
      }
    }
  }
}

type BatchWork<Item, Value> = (
  items: Item[],
  signal: AbortSignal,
  settle: (item: Item, value: Value) => void,
) => Promise<void>

/**
 * Works on all items together that are added in one moment, and gives each a promise of its own. The work is aborted when the signals of all
 * items are. Items that it does not settle are rejected when it ends.
 */
export function createBatcher<Item, Value>(work: BatchWork<Item, Value>) {
  const items = new Map<Item, PromiseWithResolvers<Value>>()
  const controller = new AbortController()
  let aborted = 0

  async function start(): Promise<void> {
    const settle = (item: Item, value: Value) => items.get(item)?.resolve(value)
    const failure = await work([...items.keys()], controller.signal, settle).catch((error: unknown) => error)
    for (const { reject } of items.values()) reject(failure ?? new Error('The batch ended without an answer'))
  }

  return (item: Item, signal: AbortSignal): Promise<Value> => {
    if (items.size === 0) queueMicrotask(() => void start())
    const answer = Promise.withResolvers<Value>()
    items.set(item, answer)
    signal.addEventListener('abort', () => {
      if (++aborted === items.size) controller.abort()
    })
    return answer.promise
  }
}

/** `ttlMs` is 0 for an answer that must not be cached. */
type CacheableAnswer<T> = { value: T; ttlMs: number }
type MakeAnswer<T> = (caller: Caller) => Promise<CacheableAnswer<T>>
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
    async get<T>(key: string, schema: Schema<T>, caller: Caller, make: MakeAnswer<T>): Promise<T> {
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

const OF_ONE_CLIENT: ReadonlySet<ApiErrorCode> = new Set(['busy', 'share_spent', 'rate_limited'])

/** Whether a refusal is due to one client's share, so that another client may succeed. */
export function isClientShareRefusal(error: unknown): boolean {
  return error instanceof ApiError && OF_ONE_CLIENT.has(error.code)
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>
type Queue = <T>(work: () => Promise<T>, caller: Caller) => Promise<T>

export type QueueOptions = {
  concurrency: number
  waitingMax: number
  /** The least time between two starts. */
  intervalMs?: number
  wait?: Sleep
}

/** The part of the places that one network leaves free even if it is alone. */
const RESERVED_SHARE = 1 / 4
/** Starts of which a queue remembers the networks. */
const RECENT_MAX = 100

/**
 * A fair queue: a free place goes to the network that holds the fewest, and among those to the one that had the fewest of the last starts.
 * In a full queue the network with the most waiting makes room; whoever has to leave gets an `ApiError` `busy`.
 */
export function createFairQueue({
  concurrency,
  waitingMax,
  intervalMs = 0,
  wait = sleep,
}: QueueOptions): Queue {
  const mostOfOne = concurrency - Math.floor(concurrency * RESERVED_SHARE)
  const waiting: Waiting[] = []
  const running = createKeyedCounter()
  const queued = createKeyedCounter()
  const recent = createKeyedCounter()
  const recentStarts: Network[][] = []
  let free = concurrency
  /** When the next may start, on the monotonic clock. */
  let nextAt = -Infinity
  let isWaitingForInterval = false

  const shareOf = (counter: Counter, networks: Network[]) =>
    Math.max(...networks.map(({ key, multiplier }) => counter.of(key) / multiplier))
  const mayStart = (networks: Network[]) => networks.every(({ key }) => running.of(key) < mostOfOne)
  const addTo = (counter: Counter, networks: Network[], by: 1 | -1) => {
    for (const { key } of networks) counter.add(key, by)
  }
  function leaveQueue(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1)
    addTo(queued, one.networks, -1)
    one.signal.removeEventListener('abort', one.leave)
  }
  function makeRoom(networks: Network[]): void {
    let newest: Waiting | undefined
    let longest = shareOf(queued, networks) + 1
    for (const one of waiting.toReversed()) {
      const its = shareOf(queued, one.networks)
      if (its > longest) [newest, longest] = [one, its]
    }
    if (!newest) throw new ApiError('busy', BUSY_RETRY_S)
    leaveQueue(newest)
    newest.reject(new ApiError('busy', BUSY_RETRY_S))
  }

  function nextInQueue(): Waiting | undefined {
    let next: Waiting | undefined
    let fewest = [Infinity, Infinity] as const
    for (const one of waiting) {
      if (!mayStart(one.networks)) continue
      const its = [shareOf(running, one.networks), shareOf(recent, one.networks)] as const
      if (its[0] < fewest[0] || (its[0] === fewest[0] && its[1] < fewest[1])) [next, fewest] = [one, its]
    }
    return next
  }
  function noteStart(networks: Network[]): void {
    free--
    addTo(running, networks, 1)
    addTo(recent, networks, 1)
    recentStarts.push(networks)
    const oldest = recentStarts.length > RECENT_MAX ? recentStarts.shift() : undefined
    if (oldest) addTo(recent, oldest, -1)
  }
  function startWaiting(): void {
    while (free > 0 && !isWaitingForInterval) {
      const next = nextInQueue()
      if (!next) return
      const ms = nextAt - performance.now()
      if (ms > 0) {
        isWaitingForInterval = true
        void wait(ms).finally(() => {
          isWaitingForInterval = false
          nextAt = -Infinity
          startWaiting()
        })
        return
      }
      nextAt = performance.now() + intervalMs
      leaveQueue(next)
      noteStart(next.networks)
      next.resolve()
    }
  }

  return async (work, caller) => {
    const { signal, clientKey } = caller
    signal.throwIfAborted()
    const networks = networksOf(clientKey)
    const canStart = free > 0 && !isWaitingForInterval && nextAt <= performance.now() && mayStart(networks)
    if (!canStart && waiting.length >= waitingMax) makeRoom(networks)
    const leave = () => {
      leaveQueue(one)
      one.reject(signal.reason)
    }
    const one: Waiting = { ...caller, ...Promise.withResolvers<void>(), networks, leave }
    waiting.push(one)
    addTo(queued, networks, 1)
    signal.addEventListener('abort', leave)
    startWaiting()
    await one.promise
    try {
      return await work()
    } finally {
      free++
      addTo(running, networks, -1)
      startWaiting()
    }
  }
}

const sleep: Sleep = async (ms, signal) => await delay(ms, undefined, signal && { signal })

type Waiting = Caller & PromiseWithResolvers<void> & { networks: Network[]; leave: () => void }
