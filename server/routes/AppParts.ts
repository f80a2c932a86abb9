import type { CheckTimings } from '../../contract/CheckTimings.ts'
import type { OnFault } from '../http/answerError.ts'
import type { AddressOf } from '../http/limited.ts'
import type { Limits } from '../http/limits.ts'
import type { Keys } from '../proof/challengeKey.ts'
import type { Store } from '../store/Store.ts'
import type { Upstream } from '../upstream/Upstream.ts'

/** What the routes depend on, without anything of the platform: files, sockets and logs are left to `main.ts` and `worker.ts`. */
export type AppParts = {
  store: Store
  upstream: Upstream
  limits: Limits
  addressOf: AddressOf
  /** The HMAC secrets as they are now. */
  keys: () => Keys
  difficulty: number
  /** The AES key under which visitors send their address. */
  encKey: Buffer
  historyMs: number
  /** Milliseconds that the upstream may take for one check. */
  deadlineMs: number
  /** Aborts when the server is told to stop: `/healthz` then fails, while requests are still answered for a while. */
  draining: AbortSignal
  /** Aborts just before the server stops: checks under way are cancelled, and their proofs can be used again. */
  ending: AbortSignal
  now: () => number
  /** Called with the durations of a finished check. */
  onTimings: (timings: CheckTimings) => void
  /** Called with every unexpected error. */
  onFault: OnFault
}
