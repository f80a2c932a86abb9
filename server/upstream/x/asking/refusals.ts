import type { Reply } from './Reply.ts'
import { createCooldowns } from './cooldown.ts'
import type { Cooldown, OperatorFault } from './xErrors.ts'
import { OperatorRefused, RateLimited } from './xErrors.ts'

/** The cooldown after a rate limit that names no reset time, and the longest one after any. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000
/** The cooldown of an endpoint that refuses the operator: short enough to notice a mended token soon. */
const OPERATOR_PAUSE_MS = 5 * 60_000

export type Refusals = {
  /** Why the endpoint is not called at present, if so. */
  cooldown: () => Cooldown | null
  /** Why X refuses the operator; null once it answers again. */
  fault: () => OperatorFault | null
  /** Throws while a cooldown is in force, with its reason. */
  refuseWhileCoolingDown: () => void
  /** The answer. A refusal is thrown instead, and begins a cooldown. */
  judge: (reply: Reply) => Reply
}
export type RefusalOptions = {
  /** Tells which answers refuse the operator, and why. */
  faultOf: (reply: Reply) => OperatorFault | null
  now: () => number
  /** Told once when X begins to refuse the operator, and with null when it answers again. */
  onFault?: ((fault: OperatorFault | null) => void) | undefined
}

/** Tracks how one endpoint of X refuses calls: too many of them, or something that the operator should mend. */
export function createRefusals({ faultOf, now, onFault }: RefusalOptions): Refusals {
  const cooldowns = createCooldowns(now)
  let fault: OperatorFault | null = null

  function tell(found: OperatorFault | null): void {
    if (fault === found) return
    fault = found
    onFault?.(found)
  }

  return {
    cooldown: cooldowns.current,
    fault: () => fault,
    refuseWhileCoolingDown() {
      const cooldown = cooldowns.current()
      if (cooldown?.reason === 'limited') throw new RateLimited(cooldown.until)
      if (cooldown) throw new OperatorRefused(cooldown.reason, cooldown.until)
    },
    judge(reply) {
      const found = faultOf(reply)
      if (found) {
        cooldowns.begin(found, now() + OPERATOR_PAUSE_MS)
        tell(found)
        throw new OperatorRefused(found, cooldowns.current()?.until ?? now())
      }
      if (reply.status === 429) {
        cooldowns.begin('limited', resumesAt(reply, now()))
        throw new RateLimited(cooldowns.current()?.until ?? now())
      }
      // An answer to a call from before the cooldown says nothing of how things are now.
      if (!cooldowns.current()) tell(null)
      return reply
    },
  }
}

/** When X answers again: its `x-rate-limit-reset` (Unix seconds) if that lies ahead, at most 15 minutes from now. */
function resumesAt({ headers }: Reply, now: number): number {
  const resetMs = Number(headers.get('x-rate-limit-reset')) * 1000
  return resetMs > now ? Math.min(resetMs, now + PAUSE_MAX_MS) : now + PAUSE_MS
}
