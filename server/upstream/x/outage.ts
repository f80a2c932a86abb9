import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { UpstreamDown } from './xErrors.ts'

/** So many outages in a row mean that X is down … */
const FAILURES = 5
/** … and is left alone for this long. Then one call tries alone, and what it finds decides for all that wait. */
const OPEN_MS = 30_000

/**
 * Runs work unless X is down. Only an `UpstreamDown` counts as an outage; a call that was refused here counts as nothing.
 * A trial that ends without an answer of X, because its visitor left for example, proves nothing and leaves the way closed.
 */
export function createOutage(): <T>(work: () => Promise<T>) => Promise<T> {
  const policy = handleWhen(
    (error) => error instanceof UpstreamDown || circuit.state === CircuitState.HalfOpen,
  )
  const circuit = circuitBreaker(policy, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  return async (work) => {
    try {
      return await circuit.execute(work)
    } catch (error) {
      throw error instanceof BrokenCircuitError
        ? new UpstreamDown('left alone after an outage', 'never')
        : error
    }
  }
}
