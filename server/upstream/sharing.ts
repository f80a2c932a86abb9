import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { abortable } from '../../contract/async.ts'
import { causeOfCode, causeRow } from '../../contract/reasons.ts'
import { ApiError } from '../http/errors.ts'
import type { CacheStore } from '../store/Store.ts'
import type { Caller } from './Upstream.ts'

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

type BatchWork<Item, Value> = (
  items: Item[],
  signal: AbortSignal,
  settle: (item: Item, value: Value) => void,
) => Promise<void>

/**
 * Works on all items together that are added in one moment, and gives each a promise of its own. The work is aborted when the signals of all
 * its items are. Items that it does not settle are rejected when it ends.
 */
export function createBatcher<Item, Value>(work: BatchWork<Item, Value>) {
  function createBatch() {
    const items = new Map<Item, PromiseWithResolvers<Value>>()
    const controller = new AbortController()
    let aborted = 0

    async function start(): Promise<void> {
      gathering = null
      const settle = (item: Item, value: Value) => items.get(item)?.resolve(value)
      const failure = await work([...items.keys()], controller.signal, settle).catch(
        (error: unknown) => error,
      )
      for (const { reject } of items.values()) reject(failure ?? new ApiError('upstream_timeout'))
    }
    queueMicrotask(() => void start())

    return (item: Item, signal: AbortSignal): Promise<Value> => {
      const answer = Promise.withResolvers<Value>()
      items.set(item, answer)
      signal.addEventListener('abort', () => {
        if (++aborted === items.size) controller.abort()
      })
      return answer.promise
    }
  }
  let gathering: ReturnType<typeof createBatch> | null = null

  return (item: Item, signal: AbortSignal): Promise<Value> => (gathering ??= createBatch())(item, signal)
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

/** Whether a refusal is due to one client's share, so that another client may succeed. */
function isClientShareRefusal(error: unknown): boolean {
  const cause = error instanceof ApiError ? causeOfCode(error.code) : undefined
  return cause !== undefined && causeRow(cause).ofOneClient === true
}
