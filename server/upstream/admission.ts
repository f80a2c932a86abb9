import { ApiError } from '../http/errors.ts'
import { networksOf } from '../http/limits.ts'
import type { Caller, Upstream } from './Upstream.ts'

/** How many may run at once: of one address, of a network (at most `multiplier` times as many), and of everybody. */
type RunningLimits = { address: number; network: number; all: number }

/** What one network may run at once leaves places free in each endpoint's queue (`createX.ts`), so that nobody waits behind it. */
const CHECKS: RunningLimits = { address: 4, network: 8, all: 200 }

/** A page asks for four previews at once, and several people may share an address. */
const PREVIEWS: RunningLimits = { address: 16, network: 24, all: 400 }

/** Seconds after which whoever was refused as `busy` may try again. */
export const BUSY_RETRY_S = 10

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
