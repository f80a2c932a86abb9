import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Store } from '../store/Store.ts'

/**
 * One answer for all who ask for the same key while it is kept: from memory, from the store that all processes share, or made once for
 * all callers that wait for it. The schema reads what the store kept; an entry that does not fit is made anew. A caller whose signal
 * has aborted before gets only what is kept, else the signal's reason is thrown.
 */
export type AnswerCache = <T>(
  key: string,
  schema: v.GenericSchema<unknown, T>,
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Made<T>>,
) => Promise<T>
/** An answer and how long it is kept; 0 for one that must not be kept. */
export type Made<T> = { value: T; keepMs: number }

/** Answers in memory, over all keys; the oldest go first. */
const MEMORY_MAX = 5000

export function createAnswerCache(
  store: Store,
  now: () => number,
  onFault: (error: unknown) => void,
): AnswerCache {
  const kept = new LRUCache<string, { value: unknown; until: number }>({ max: MEMORY_MAX })
  const underWay = new Map<string, Shared>()

  async function find<T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
    make: (signal: AbortSignal) => Promise<Made<T>>,
    signal: AbortSignal,
  ): Promise<T> {
    const text = await store.readCache(key).catch(onFault)
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
    if (stored.success) return stored.output
    signal.throwIfAborted()
    const { value, keepMs } = await make(signal)
    if (keepMs > 0) {
      kept.set(key, { value, until: now() + keepMs })
      await store.writeCache(key, JSON.stringify(value), keepMs).catch(onFault)
    }
    return value
  }

  return async <T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
    signal: AbortSignal,
    make: (signal: AbortSignal) => Promise<Made<T>>,
  ) => {
    const own = kept.get(key)
    if (own && own.until > now()) return own.value as T
    if (signal.aborted) return find(key, schema, make, signal)
    let shared = underWay.get(key)
    if (!shared) {
      shared = startShared(
        (inner) => find(key, schema, make, inner),
        () => underWay.delete(key),
      )
      underWay.set(key, shared)
    }
    return (await join(shared, signal)) as T
  }
}

type Shared = { settled: Promise<unknown>; waiters: number; end: () => void }

function startShared(work: (signal: AbortSignal) => Promise<unknown>, onEnd: () => void): Shared {
  const controller = new AbortController()
  const end = () => {
    onEnd()
    controller.abort()
  }
  return { settled: work(controller.signal), waiters: 0, end }
}

/**
 * Waits for work that several callers share. A caller that aborts stops waiting; the work itself is aborted with its last waiter, and the
 * next caller starts it anew.
 */
async function join(shared: Shared, signal: AbortSignal): Promise<unknown> {
  shared.waiters++
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([shared.settled, gone.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    shared.waiters--
    if (shared.waiters === 0) shared.end()
  }
}
