import type { Store } from '../store/Store.ts'

/** One answer for all who ask the same within a minute: from memory, from the store that all processes share, or made once. */
export type Share = <T>(
  key: string,
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<Made<T>>,
) => Promise<T>
/** An answer, and whether it is good enough to be kept. */
export type Made<T> = { value: T; keep: boolean }

const KEEP_MS = 60_000
const MEMORY_MAX = 5000

export function createShare(store: Store, now: () => number, onFault: (error: unknown) => void): Share {
  const kept = new Map<string, { value: unknown; until: number }>()
  const underWay = new Map<string, Shared>()

  function remember(key: string, value: unknown): void {
    kept.delete(key)
    kept.set(key, { value, until: now() + KEEP_MS })
    const [oldest] = kept.keys()
    if (kept.size > MEMORY_MAX && oldest !== undefined) kept.delete(oldest)
  }

  async function fromStore(key: string): Promise<unknown> {
    const text = await store.readCache(key).catch(onFault)
    return text ? JSON.parse(text) : undefined
  }

  async function find(
    key: string,
    make: (signal: AbortSignal) => Promise<Made<unknown>>,
    signal: AbortSignal,
  ) {
    const stored = await fromStore(key)
    if (stored !== undefined) return stored
    const { value, keep } = await make(signal)
    if (keep) {
      remember(key, value)
      await store.writeCache(key, JSON.stringify(value), KEEP_MS).catch(onFault)
    }
    return value
  }

  return async <T>(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Made<T>>) => {
    signal.throwIfAborted()
    const own = kept.get(key)
    if (own && own.until > now()) return own.value as T
    let shared = underWay.get(key)
    if (!shared) {
      shared = startShared((inner) => find(key, make, inner))
      underWay.set(key, shared)
    }
    try {
      return (await join(shared, signal)) as T
    } finally {
      if (shared.waiters === 0 && underWay.get(key) === shared) underWay.delete(key)
    }
  }
}

type Shared = { settled: Promise<unknown>; waiters: number; controller: AbortController }

function startShared(work: (signal: AbortSignal) => Promise<unknown>): Shared {
  const controller = new AbortController()
  return { settled: work(controller.signal), waiters: 0, controller }
}

/** Waits along. Whoever gives up leaves alone; only when nobody is left is the work itself stopped. */
async function join(shared: Shared, signal: AbortSignal): Promise<unknown> {
  shared.waiters++
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([shared.settled, gone.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    shared.waiters--
    if (shared.waiters === 0) shared.controller.abort()
  }
}
