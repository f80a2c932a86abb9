import type { CheckTimings } from '../../contract/CheckTimings.ts'
import type { OnFault } from '../http/answerError.ts'
import type { AddressOf } from '../http/limited.ts'
import type { Limits } from '../http/limits.ts'
import type { Keys } from '../proof/challengeKey.ts'
import type { Store } from '../store/Store.ts'
import type { Upstream } from '../upstream/Upstream.ts'

/** What the routes work with. Nothing of it is bound to a platform: files, sockets and logs stay with who makes the app. */
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
  /** Milliseconds an upstream may take for one check. */
  deadlineMs: number
  /** Aborts when the server is told to end: it is then unwell for load balancers, and answers on for a while. */
  draining: AbortSignal
  /** Aborts when it is about to end: work under way is cut, and its proofs are given back. */
  ending: AbortSignal
  now: () => number
  /** Told what a finished check says of its speed. */
  onTimings: (timings: CheckTimings) => void
  /** Told of every error that nobody foresaw. */
  onFault: OnFault
}
