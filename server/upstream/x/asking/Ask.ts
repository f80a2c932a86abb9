import type { Caller } from '../../Caller.ts'
import type { Meter } from '../paying/Meter.ts'
import type { XEndpoint } from './endpoints.ts'
import type { Reply } from './Reply.ts'
import type { Cooldown, OperatorFault } from './xErrors.ts'

/** Asks one endpoint of X. Throws the errors of `xErrors.ts`. */
export type Ask = {
  (url: URL, caller: Caller, meter?: Meter): Promise<Reply>
  /** Why the endpoint is not called at present, if so. */
  cooldown: () => Cooldown | null
  /** Why X refuses the operator; null once it answers again. */
  fault: () => OperatorFault | null
}
export type XEndpoints = Readonly<Record<XEndpoint, Ask>>
export type Outcome = 'answered' | 'limited' | 'operator' | 'down'
