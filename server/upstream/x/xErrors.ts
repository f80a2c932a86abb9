import type { OperatorFault } from './rest.ts'

/** X counts our calls and says no until then (Unix milliseconds). */
export class RateLimited extends Error {
  override name = 'RateLimited'
  readonly until: number
  constructor(until: number) {
    super('X takes no more requests for now.')
    this.until = until
  }
}

/** Whether asking once more makes sense: surely nothing was charged; something may have been; nothing was asked at all. */
export type Again = 'free' | 'maybe charged' | 'never'

/** X does not answer, or answers nonsense. */
export class UpstreamDown extends Error {
  override name = 'UpstreamDown'
  readonly again: Again
  constructor(message: string, again: Again, cause?: unknown) {
    super(message, { cause })
    this.again = again
  }
}

/** X answers, but not to this server's operator: until then it is not asked again. */
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
