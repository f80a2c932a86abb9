import type { Reply } from './fetchBounded.ts'
import { operatorFaultOf } from './operatorFault.ts'
import { createResting } from './rest.ts'
import type { OperatorFault, Rest } from './rest.ts'
import { OperatorRefused, RateLimited } from './xErrors.ts'

/** How long a limit without a reset time is left alone. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000
/** How long an endpoint that refuses the operator is left alone: short enough to notice a mended token soon. */
const OPERATOR_PAUSE_MS = 5 * 60_000

export type Refusals = {
  /** Why the endpoint is not asked at present, if so. */
  resting: () => Rest | null
  /** What X holds against the operator, until it answers well again. */
  fault: () => OperatorFault | null
  /** Throws what the rest in force stands for. */
  refuseWhileResting: () => void
  /** The answer, unless it is a refusal: that is thrown, and begins a rest. */
  judge: (reply: Reply) => Reply
}
export type RefusalOptions = {
  /** Whether refusals are the operator's matter. */
  paid: boolean
  now: () => number
  /** Told once when X begins to refuse the operator, and with null when it answers again. */
  onFault?: ((fault: OperatorFault | null) => void) | undefined
}

/** X's refusals by one endpoint: too many calls, or something that its operator should mend. */
export function createRefusals({ paid, now, onFault }: RefusalOptions): Refusals {
  const resting = createResting(now)
  let fault: OperatorFault | null = null

  function tell(found: OperatorFault | null): void {
    if (fault === found) return
    fault = found
    onFault?.(found)
  }

  return {
    resting: resting.current,
    fault: () => fault,
    refuseWhileResting() {
      const rest = resting.current()
      if (rest?.reason === 'limited') throw new RateLimited(rest.until)
      if (rest) throw new OperatorRefused(rest.reason, rest.until)
    },
    judge(reply) {
      const found = paid ? operatorFaultOf(reply) : null
      if (found) {
        resting.begin(found, now() + OPERATOR_PAUSE_MS)
        tell(found)
        throw new OperatorRefused(found, resting.current()?.until ?? now())
      }
      if (reply.status === 429) {
        resting.begin('limited', resumesAt(reply, now()))
        throw new RateLimited(resting.current()?.until ?? now())
      }
      // An answer to a call from before the rest says nothing of how things are now.
      if (!resting.current()) tell(null)
      return reply
    },
  }
}

/** When X answers again: its own `x-rate-limit-reset`, in Unix seconds, as far as it is believable. */
function resumesAt({ headers }: Reply, now: number): number {
  const resetMs = Number(headers.get('x-rate-limit-reset')) * 1000
  return resetMs > now ? Math.min(resetMs, now + PAUSE_MAX_MS) : now + PAUSE_MS
}
