import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { Refusal } from '../http/refusal.ts'
import type { Store } from '../store/Store.ts'
import type { Caller } from './Caller.ts'
import type { SharedWork } from './sharedWork.ts'
import { shareWork } from './sharedWork.ts'

/**
 * One answer for all who ask for the same key while it is kept: from memory, from the store that all processes share, or made once for
 * all callers that wait for it. The schema reads what the store kept; an entry that does not fit is made anew.
 */
export type AnswerCache = {
  <T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
    caller: Caller,
    make: (caller: Caller) => Promise<Made<T>>,
  ): Promise<T>
  /** The answer that is kept; null for none. Nothing is made. */
  kept: <T>(key: string, schema: v.GenericSchema<unknown, T>) => Promise<T | null>
  /** Keeps an answer that was made elsewhere. */
  keep: (key: string, made: Made<unknown>) => Promise<void>
}
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

  function readOwn(key: string) {
    const own = kept.get(key)
    return own && own.until > now() ? own : null
  }
  async function readStored<T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<{ value: T } | null> {
    const text = await store.readCache(key).catch(onFault)
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
    return stored.success ? { value: stored.output } : null
  }

  async function keep(key: string, { value, keepMs }: Made<unknown>): Promise<void> {
    if (keepMs <= 0) return
    kept.set(key, { value, until: now() + keepMs })
    await store.writeCache(key, JSON.stringify(value), keepMs).catch(onFault)
  }

  async function find<T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
    make: (caller: Caller) => Promise<Made<T>>,
    caller: Caller,
  ): Promise<T> {
    const stored = await readStored(key, schema)
    if (stored) return stored.value
    caller.signal.throwIfAborted()
    const made = await make(caller)
    await keep(key, made)
    return made.value
  }

  function start<T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
    make: (caller: Caller) => Promise<Made<T>>,
    { share }: Caller,
  ): Shared {
    const shared: Shared = {
      share,
      ...shareWork<unknown>(
        (signal) => find(key, schema, make, { share, signal }),
        () => {
          if (underWay.get(key) === shared) underWay.delete(key)
        },
      ),
    }
    underWay.set(key, shared)
    return shared
  }

  const answer = async <T>(
    key: string,
    schema: v.GenericSchema<unknown, T>,
    caller: Caller,
    make: (caller: Caller) => Promise<Made<T>>,
  ) => {
    const own = readOwn(key)
    if (own) return own.value as T
    caller.signal.throwIfAborted()
    for (;;) {
      const shared = underWay.get(key) ?? start(key, schema, make, caller)
      try {
        return (await shared.join(caller.signal)) as T
      } catch (error) {
        // What one share is refused says nothing of another's.
        if (shared.share === caller.share || !isOfOneShare(error)) throw error
      }
    }
  }

  return Object.assign(answer, {
    keep,
    async kept<T>(key: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
      const own = readOwn(key) ?? (await readStored(key, schema))
      return own ? (own.value as T) : null
    },
  })
}

type Shared = SharedWork<unknown> & { share: string }

function isOfOneShare(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'busy' || error.code === 'share_spent')
}
