/** What X holds against this server's operator. */
export const OPERATOR_FAULTS = ['token', 'credits', 'access'] as const
export type OperatorFault = (typeof OPERATOR_FAULTS)[number]
/** A pause in calling one endpoint: its rate limit is reached, or it refuses the operator. `until` is in Unix milliseconds. */
export type Cooldown = { reason: 'limited' | OperatorFault; until: number }

/** X's rate limit is reached; it ends at `until`, in Unix milliseconds. */
export class RateLimited extends Error {
  override name = 'RateLimited'
  readonly until: number
  constructor(until: number) {
    super('X takes no more requests for now.')
    this.until = until
  }
}

/** Whether to retry: `free` means that nothing was charged, `maybe charged` that something may have been, `never` that X was not asked. */
type Again = 'free' | 'maybe charged' | 'never'

/** X does not answer, or its answer makes no sense. */
export class UpstreamDown extends Error {
  override name = 'UpstreamDown'
  readonly again: Again
  constructor(message: string, again: Again, cause?: unknown) {
    super(message, { cause })
    this.again = again
  }
}

/** X refuses this server's operator; the endpoint is not called again before `until`. */
export class OperatorRefused extends Error {
  override name = 'OperatorRefused'
  readonly fault: OperatorFault
  readonly until: number
  constructor(fault: OperatorFault, until: number) {
    super(`X refuses this server's ${fault}.`)
    this.fault = fault
    this.until = until
  }
}

/** The next turn to ask an endpoint would come too late. */
export class NoTurn extends Error {
  override name = 'NoTurn'
  constructor() {
    super('The queue for this endpoint of X is too long.')
  }
}
