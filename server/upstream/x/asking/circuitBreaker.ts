import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import { UpstreamDown } from './xErrors.ts'

/** Questions in a row that fail, each another one, until the circuit opens: X counts as down … */
const FAILURES = 5
/** … and is not called for this long. Then one trial call goes through, and its result opens or closes the circuit for all. */
const OPEN_MS = 30_000

/** Runs the work of a question, told apart by its name, unless X is down. */
export type CircuitBreaker = <T>(question: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs work unless X is down. Only an `UpstreamDown` counts as a failure, and only once for each question: one post that X fails at says
 * nothing of the others. A call that the open circuit refused does not count. A trial call that ends without an answer of X, for example
 * because its visitor left, keeps the circuit open.
 */
export function createCircuitBreaker(): CircuitBreaker {
  /** Questions that failed since the last success: at most `FAILURES` and those under way at once. */
  const failed = new Set<string>()
  const policy = handleWhen((error) => error instanceof Counted || circuit.state === CircuitState.HalfOpen)
  const circuit = circuitBreaker(policy, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  circuit.onBreak(() => failed.clear())
  return async (question, work) => {
    const counting = async () => {
      try {
        const value = await work()
        failed.clear()
        return value
      } catch (error) {
        if (!(error instanceof UpstreamDown) || failed.has(question)) throw error
        failed.add(question)
        throw new Counted(error)
      }
    }
    try {
      return await circuit.execute(counting)
    } catch (error) {
      if (error instanceof Counted) throw error.cause
      throw error instanceof BrokenCircuitError
        ? new UpstreamDown('not called after an outage', 'never')
        : error
    }
  }
}

/** Wraps an error that counts as a failure of X. */
class Counted extends Error {
  constructor(cause: UpstreamDown) {
    super(cause.message, { cause })
  }
}
