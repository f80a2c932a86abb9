import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../http/errors.ts'
import { networksOf } from '../http/limits.ts'
import type { Caller, Upstream } from './Upstream.ts'

/** How many may run at once: of one address, of a network (at most `multiplier` times as many), and of everybody. */
type RunningLimits = { address: number; network: number; all: number }

/** What one network may run at once leaves places free in each endpoint's queue (`createX.ts`), so that nobody waits behind it. */
const CHECKS: RunningLimits = { address: 4, network: 8, all: 200 }

/** A page asks for four previews at once, and several people may share an address. */
const PREVIEWS: RunningLimits = { address: 16, network: 24, all: 400 }

const BUSY_RETRY_S = 10

/**
 * Refuses checks and previews as `busy` while an address, one of its networks or everybody has too many running. Whoever asks for an account of
 * which a check is running already shares it, and is always let in.
 */
export function withAdmission(upstream: Upstream, checks = CHECKS, previews = PREVIEWS): Upstream {
  const accounts = createKeyedCounter()
  const admitCheck = createDoor(checks)
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
      admitCheck(caller, () => upstream.checkPosts(posts, caller, searchedMax)),
    oembed: (post, caller) => admitPreview(caller, () => upstream.oembed(post, caller)),
  }
}

function createDoor({ address, network, all }: RunningLimits) {
  const running = createKeyedCounter()
  const EVERYBODY = { key: 'everybody', limit: all }

  return async <T>({ clientKey }: Caller, work: () => Promise<T>): Promise<T> => {
    const networks = networksOf(clientKey).map(({ key, multiplier }) => ({
      key,
      limit: Math.min(address * multiplier, network),
    }))
    const counted = [...networks, EVERYBODY]
    if (counted.some(({ key, limit }) => running.of(key) >= limit)) throw new ApiError('busy', BUSY_RETRY_S)
    for (const { key } of counted) running.add(key, 1)
    try {
      return await work()
    } finally {
      for (const { key } of counted) running.add(key, -1)
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

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = async (ms, signal) => await delay(ms, undefined, signal && { signal })

export type QueueOptions = {
  /** How many run at once. */
  concurrency: number
  /** How many may wait. By default as many as come. */
  waitingMax?: number | undefined
  /** The least time between two starts. */
  intervalMs?: number
  wait?: Sleep
}

export type Queue = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * A queue in which whoever comes first is served first. It rejects with the signal's reason if the caller leaves before the work has begun, and
 * throws an `ApiError` `busy` if too many wait.
 */
export function createQueue({
  concurrency,
  waitingMax = Infinity,
  intervalMs = 0,
  wait = sleep,
}: QueueOptions): Queue {
  const waiting = new Set<PromiseWithResolvers<void>>()
  let running = 0
  let isInInterval = false

  const canStart = () => running < concurrency && !isInInterval
  function startWaiting(): void {
    for (const next of waiting) {
      if (!canStart()) return
      waiting.delete(next)
      running++
      next.resolve()
      if (intervalMs > 0) {
        isInInterval = true
        void wait(intervalMs).finally(() => {
          isInInterval = false
          startWaiting()
        })
      }
    }
  }

  return async (work, signal) => {
    signal.throwIfAborted()
    if (waiting.size >= waitingMax && !canStart()) throw new ApiError('busy', BUSY_RETRY_S)
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(turn)) turn.reject(signal.reason)
    }
    signal.addEventListener('abort', leave)
    waiting.add(turn)
    startWaiting()
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
    try {
      return await work()
    } finally {
      running--
      startWaiting()
    }
  }
}
