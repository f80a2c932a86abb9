import type { LRUCache } from 'lru-cache'
import type { CheckTimings } from '../../contract/wire.ts'
import type { ReportFault } from '../http/errors.ts'
import type { ReadClientAddress, CallLimits } from '../http/limits.ts'
import type { OperatorSettings } from '../operator/settings.ts'
import type { ChallengeClock, SigningKeys } from '../proof/challenge.ts'
import type { Store } from '../store/Store.ts'
import type { Upstream } from '../upstream/Upstream.ts'

/** The dependencies of the routes. They hold nothing of the platform: `main.ts` and `worker.ts` deal with files, sockets and logs. */
export type AppDependencies = {
  store: Store
  upstream: Upstream
  limits: CallLimits
  addressOf: ReadClientAddress
  keys: () => SigningKeys
  challengeClock: ChallengeClock
  difficulty: number
  /** Proofs that this process has seen spent, by their tokens: a replay of one of them needs no call of the store. */
  spentProofs: LRUCache<string, true>
  historyMs: number
  /** Bytes that one address may store in a day. */
  historyAddressBytes: number
  deadlineMs: number
  /** Aborts when the server is told to stop: `/healthz` then fails, while requests are still answered for some seconds. */
  draining: AbortSignal
  /** Aborts just before the server stops: checks under way are cancelled. */
  ending: AbortSignal
  /** Returns the operator's current messages to visitors. Empty texts are not shown. */
  settings: () => Pick<OperatorSettings, 'notice' | 'maintenance'>
  /** Problems that the operator has to solve, one sentence each, besides the upstream's own warning. */
  troubles: () => readonly string[]
  /** For example `0.1.0 (1a2b3c4d5)`. */
  version: string
  now: () => number
  /** Called with whether a result could be saved, unless its client has saved too much. A check whose result is not saved is answered all the same, without a link. */
  onSave: (isSaved: boolean) => void
  onTimings: (timings: CheckTimings) => void
  onFault: ReportFault
}
