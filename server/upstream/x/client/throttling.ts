import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { steadyClock } from '../../../http/steadyClock.ts'
import type { Caller } from '../../Upstream.ts'
import { createTally } from '../../tally.ts'
import { QueueFull, OperatorRefused, RateLimited, UpstreamDown } from './replies.ts'
import type { Cooldown, OperatorFault, Reply } from './replies.ts'

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

type CooldownReason = Cooldown['reason']

type Cooldowns = {
  /** The cooldown in force, if any. */
  current: () => Cooldown | null
  /** Begins a cooldown. One in force keeps its reason and is never shortened; only an operator's fault replaces a rate limit. */
  begin: (reason: CooldownReason, until: number) => void
}

/** Cooldowns are as long as they were meant to be, also when the clock is set back meanwhile; `until` is then told by the new time. */
export function createCooldowns(now: () => number): Cooldowns {
  const clock = steadyClock(now)
  /** By how much the steady clock is ahead, in whole seconds: less than that is jitter. */
  const ahead = () => Math.round((clock() - now()) / 1000) * 1000
  let cooldown: (Cooldown & { ahead: number }) | null = null
  const current = () => {
    if (!cooldown) return null
    const until = cooldown.until - (ahead() - cooldown.ahead)
    return until > now() ? { reason: cooldown.reason, until } : null
  }
  return {
    current,
    begin(reason, until) {
      const held = current()
      if (held && held.reason !== reason && held.reason !== 'limited') return
      const latest = held?.reason === reason ? Math.max(held.until, until) : until
      cooldown = { reason, until: latest, ahead: ahead() }
    },
  }
}

/** X takes one full-archive search a second … */
const SEARCH_INTERVAL_MS = 1000
/** … and this many in a quarter of an hour. */
const SEARCHES_MAX = 300
const SEARCHES_WINDOW_MS = 15 * 60_000
/** A turn that would come later than this is refused at once: nobody waits for it in silence. */
const LONGEST_WAIT_MS = 30_000
/** Turns that one client may wait for at the same time: others find some left. */
const WAITING_MAX = 20

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** Resolves when it is the caller's turn; throws `QueueFull` when that would be too late. */
export function createRateScheduler(now: () => number, pause: Pause): (caller: Caller) => Promise<void> {
  const clock = steadyClock(now)
  /** When the last turns began or will begin; at most `SEARCHES_MAX`. */
  const turns: number[] = []
  /** Turns that are waited for, by client. */
  const waiting = createTally()

  function nextTurn(): number {
    const afterLast = (turns.at(-1) ?? -Infinity) + SEARCH_INTERVAL_MS
    const afterMost = turns.length < SEARCHES_MAX ? -Infinity : (turns[0] ?? 0) + SEARCHES_WINDOW_MS
    return Math.max(clock(), afterLast, afterMost)
  }

  return async ({ signal, clientKey }) => {
    signal.throwIfAborted()
    const turn = nextTurn()
    const wait = turn - clock()
    if (wait > LONGEST_WAIT_MS || (wait > 0 && waiting.of(clientKey) >= WAITING_MAX)) throw new QueueFull()
    turns.push(turn)
    if (turns.length > SEARCHES_MAX) turns.shift()
    if (wait <= 0) return
    waiting.add(clientKey, 1)
    try {
      await pause(wait, signal)
    } catch (error) {
      // Whoever went away makes no call: the turn is given back.
      const index = turns.indexOf(turn)
      if (index >= 0) turns.splice(index, 1)
      throw error
    } finally {
      waiting.add(clientKey, -1)
    }
  }
}

/** The cooldown after a rate limit that names no reset time, and the longest one after any. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000
/** The cooldown of an endpoint that refuses the operator: short enough to notice a mended token soon. */
const OPERATOR_PAUSE_MS = 5 * 60_000

export type EndpointStatus = {
  /** Why the endpoint is not called at present, if so. */
  cooldown: () => Cooldown | null
  /** Why X refuses the operator; null once it answers again. */
  fault: () => OperatorFault | null
  /** Throws while a cooldown is in force, with its reason. */
  throwWhileCoolingDown: () => void
  /** The answer. A refusal is thrown instead, and begins a cooldown. */
  judge: (reply: Reply) => Reply
}
export type EndpointOptions = {
  /** Tells which answers refuse the operator, and why. */
  faultOf: (reply: Reply) => OperatorFault | null
  now: () => number
  /** Told once when X begins to refuse the operator, and with null when it answers again. */
  onFault?: ((fault: OperatorFault | null) => void) | undefined
}

/** Tracks how one endpoint of X refuses calls: too many of them, or something that the operator should mend. */
export function createEndpointStatus({ faultOf, now, onFault }: EndpointOptions): EndpointStatus {
  const cooldowns = createCooldowns(now)
  let fault: OperatorFault | null = null

  function reportFault(found: OperatorFault | null): void {
    if (fault === found) return
    fault = found
    onFault?.(found)
  }

  return {
    cooldown: cooldowns.current,
    fault: () => fault,
    throwWhileCoolingDown() {
      const cooldown = cooldowns.current()
      if (cooldown?.reason === 'limited') throw new RateLimited(cooldown.until)
      if (cooldown) throw new OperatorRefused(cooldown.reason, cooldown.until)
    },
    judge(reply) {
      const found = faultOf(reply)
      if (found) {
        cooldowns.begin(found, now() + OPERATOR_PAUSE_MS)
        reportFault(found)
        throw new OperatorRefused(found, cooldowns.current()?.until ?? now())
      }
      if (reply.status === 429) {
        cooldowns.begin('limited', resumesAt(reply, now()))
        throw new RateLimited(cooldowns.current()?.until ?? now())
      }
      // An answer to a call from before the cooldown says nothing of how things are now.
      if (!cooldowns.current()) reportFault(null)
      return reply
    },
  }
}

/** When X answers again: its `x-rate-limit-reset` (Unix seconds) if that lies ahead, at most 15 minutes from now. */
function resumesAt({ headers }: Reply, now: number): number {
  const resetMs = Number(headers.get('x-rate-limit-reset')) * 1000
  return resetMs > now ? Math.min(resetMs, now + PAUSE_MAX_MS) : now + PAUSE_MS
}
