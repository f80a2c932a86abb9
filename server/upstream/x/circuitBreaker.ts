import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { UpstreamDown } from './xErrors.ts'

/** Failures in a row that open the circuit: X counts as down … */
const FAILURES = 5
/** … and is not called for this long. Then one trial call goes through, and its result opens or closes the circuit for all. */
const OPEN_MS = 30_000

/**
 * Runs work unless X is down. Only an `UpstreamDown` counts as a failure; a call that the open circuit refused does not count.
 * A trial call that ends without an answer of X, for example because its visitor left, keeps the circuit open.
 */
export function createCircuitBreaker(): <T>(work: () => Promise<T>) => Promise<T> {
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
        ? new UpstreamDown('not called after an outage', 'never')
        : error
    }
  }
}
