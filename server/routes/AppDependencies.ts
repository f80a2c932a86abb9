import type { CheckTimings } from '../../contract/wire.ts'
import type { OnFault } from '../http/errors.ts'
import type { AddressOf, Limits, StorageQuota } from '../http/limits.ts'
import type { Keys } from '../proof/challenge.ts'
import type { Store } from '../store/Store.ts'
import type { Upstream } from '../upstream/Upstream.ts'

/** What the routes depend on, without anything of the platform: files, sockets and logs are left to `main.ts` and `worker.ts`. */
export type AppDependencies = {
  store: Store
  upstream: Upstream
  limits: Limits
  storageQuota: StorageQuota
  addressOf: AddressOf
  keys: () => Keys
  difficulty: number
  /** How many answers about an item one address may give in a day, as a percentage of the addresses that gave any; null where what visitors saw is not counted. */
  feedbackPercent: number | null
  historyMs: number
  deadlineMs: number
  /** Aborts when the server is told to stop: `/healthz` then fails, while requests are still answered for a while. */
  draining: AbortSignal
  /** Aborts just before the server stops: checks under way are cancelled. */
  ending: AbortSignal
  now: () => number
  onTimings: (timings: CheckTimings) => void
  onFault: OnFault
}
