import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { abortable } from '../../contract/async.ts'
import { ApiError } from '../http/errors.ts'
import type { ApiErrorCode } from '../http/errors.ts'
import { steadyTtl } from '../http/steadyClock.ts'
import { networksOf } from '../http/networks.ts'
import type { Network } from '../http/networks.ts'
import type { Cache } from '../store/Store.ts'
import type { Caller, Upstream } from './Upstream.ts'

/** Sums by key. Keys of sum zero are deleted. */
export function createTally() {
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
type Tally = ReturnType<typeof createTally>

/** Posts of all running checks: as many as X answers well within a check's time. */
const POSTS_MAX = 1000
/** The most of them that one client may hold, and one network. */
const SHARE = 1 / 4
const NETWORK = 3 / 4
/** A client that holds nothing is admitted up to this multiple. */
const IDLE_FACTOR = 2
const POSTS_PER_ACCOUNT = 20
const RETRY_S = 10

/** Refuses checks as `busy` beyond the limits; a client's only check may be of any size. Simultaneous checks of one account count once. */
export function withAdmission(upstream: Upstream, postsMax = POSTS_MAX): Upstream {
  const accounts = createTally()
  const held = createTally()
  let heldByAll = 0

  async function admitted<T>(posts: number, { clientKey }: Caller, work: () => Promise<T>): Promise<T> {
    const isOver = (before: number, most: number) => posts > 0 && before > 0 && before + posts > most
    const networks = networksOf(clientKey)
    const isGreedy = networks.some(({ key, multiplier }) =>
      isOver(held.of(key), postsMax * Math.min(SHARE * multiplier, NETWORK)),
    )
    const most = networks.every(({ key }) => held.of(key) === 0) ? IDLE_FACTOR * postsMax : postsMax
    if (isGreedy || isOver(heldByAll, most)) throw new ApiError('busy', RETRY_S)
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
    checkPosts: (posts, caller, searchMost) =>
      admitted(posts.length, caller, () => upstream.checkPosts(posts, caller, searchMost)),
  }
}

type Flight<T> = { clientKey: string; join: (signal: AbortSignal) => Promise<T> }
export type SingleFlight<T> = (
  key: string,
  caller: Caller,
  work: (caller: Caller) => Promise<T>,
) => Promise<T>

/**
 * Callers that ask for the same key at the same time share one promise. The work is aborted when the last of them has left. If the first
 * caller was refused for its own share, another client's caller starts the work again in its own name.
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function start(key: string, { clientKey }: Caller, work: (caller: Caller) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    let waiting = 0
    const forget = () => void (flights.get(key) === flight && flights.delete(key))
    const settled = work({ clientKey, signal: controller.signal }).finally(forget)
    const flight: Flight<T> = {
      clientKey,
      join(signal) {
        waiting++
        return abortable(settled, signal).finally(() => {
          if (--waiting > 0) return
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
        if (flight.clientKey === caller.clientKey || !isOfOneClient(error)) throw error
      }
    }
  }
}

export type SharedWork<T> = { join: (signal: AbortSignal) => Promise<T> }

/** Starts work that several callers wait for; it is aborted with the last of them. `onEnd` is called when it has settled or is aborted. */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>, onEnd: () => void): SharedWork<T> {
  const controller = new AbortController()
  const settled = work(controller.signal).finally(onEnd)
  let waiters = 0
  return {
    join(signal) {
      waiters++
      return abortable(settled, signal).finally(() => {
        if (--waiters > 0) return
        onEnd()
        controller.abort()
      })
    },
  }
}

/** `ttlMs` is 0 for an answer that must not be cached. */
type Made<T> = { value: T; ttlMs: number }
type Make<T> = (caller: Caller) => Promise<Made<T>>
type Schema<T> = v.GenericSchema<unknown, T>
export type AnswerCache = ReturnType<typeof createAnswerCache>

const MEMORY_MAX = 5000

/** Two caches, in memory and in the shared store. `about` is the prefix of all keys: it tells upstreams and methods apart. */
export function createAnswerCache(
  about: string,
  store: Cache,
  now: () => number,
  onFault: (error: unknown) => void,
) {
  const kept = new LRUCache<string, { value: unknown }>({ max: MEMORY_MAX, ...steadyTtl(now) })
  const singleFlight = createSingleFlight<unknown>()

  const fromMemory = <T>(key: string) => kept.get(key) as { value: T } | undefined
  async function fromStore<T>(key: string, schema: Schema<T>): Promise<{ value: T } | null> {
    const text = await store.readCache(`${about} ${key}`).catch(onFault)
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
    return stored.success ? { value: stored.output } : null
  }
  async function set(key: string, { value, ttlMs }: Made<unknown>): Promise<void> {
    if (ttlMs <= 0) return
    kept.set(key, { value }, { ttl: ttlMs })
    await store.writeCache(`${about} ${key}`, JSON.stringify(value), ttlMs).catch(onFault)
  }

  return {
    async get<T>(key: string, schema: Schema<T>, caller: Caller, make: Make<T>): Promise<T> {
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
export function isOfOneClient(error: unknown): boolean {
  return error instanceof ApiError && OF_ONE_CLIENT.has(error.code)
}

export type Semaphore = <T>(work: () => Promise<T>, caller: Caller) => Promise<T>

/** The part of the slots that one client leaves free even when it is alone. */
const KEPT_FREE = 1 / 4

/** A fair semaphore: a free slot goes to the client that holds the fewest. In a full queue the one with the most waiting makes room. */
export function createSemaphore(running: number, waiting: number): Semaphore {
  const mostOfOne = running - Math.floor(running * KEPT_FREE)
  /** The client that released a slot last is at the end. */
  let queue: Waiting[] = []
  const held = createTally()
  const queued = createTally()
  let free = running

  const most = (tally: Tally, networks: Network[]) =>
    Math.max(...networks.map(({ key, multiplier }) => tally.of(key) / multiplier))
  const mayTake = (networks: Network[]) => networks.every(({ key }) => held.of(key) < mostOfOne)
  function addHeld(networks: Network[], by: 1 | -1): void {
    free -= by
    for (const { key } of networks) held.add(key, by)
  }
  function leaveQueue(one: Waiting): void {
    queue.splice(queue.indexOf(one), 1)
    for (const { key } of one.networks) queued.add(key, -1)
    one.signal.removeEventListener('abort', one.leave)
  }
  function makeRoom(networks: Network[]): void {
    let newest: Waiting | undefined
    let longest = most(queued, networks) + 1
    for (const one of queue.toReversed()) {
      const its = most(queued, one.networks)
      if (its > longest) [newest, longest] = [one, its]
    }
    if (!newest) throw new ApiError('busy', 10)
    leaveQueue(newest)
    newest.reject(new ApiError('busy', 10))
  }

  function wait(caller: Caller, networks: Network[]): Promise<void> {
    if (queue.length >= waiting) makeRoom(networks)
    const leave = () => {
      leaveQueue(one)
      one.reject(caller.signal.reason)
    }
    const one: Waiting = { ...caller, ...Promise.withResolvers<void>(), networks, leave }
    queue.push(one)
    for (const { key } of networks) queued.add(key, 1)
    caller.signal.addEventListener('abort', leave)
    return one.promise
  }

  function exit(clientKey: string, networks: Network[]): void {
    addHeld(networks, -1)
    const own = queue.filter((one) => one.clientKey === clientKey)
    queue = [...queue.filter((one) => one.clientKey !== clientKey), ...own]
    let next: Waiting | undefined
    let fewest = Infinity
    for (const one of queue) {
      const its = most(held, one.networks)
      if (its < fewest && mayTake(one.networks)) [next, fewest] = [one, its]
    }
    if (!next) return
    leaveQueue(next)
    addHeld(next.networks, 1)
    next.resolve()
  }

  return async (work, caller) => {
    const { signal, clientKey } = caller
    signal.throwIfAborted()
    const networks = networksOf(clientKey)
    if (free > 0 && mayTake(networks)) addHeld(networks, 1)
    else await wait(caller, networks)
    try {
      return await work()
    } finally {
      exit(clientKey, networks)
    }
  }
}

type Waiting = Caller & PromiseWithResolvers<void> & { networks: Network[]; leave: () => void }
