import type { OperatorFault } from './cooldown.ts'

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
