import { steadyClock } from '../../../http/steadyClock.ts'
import type { Caller } from '../../Upstream.ts'
import { createTally } from '../../sharing.ts'
import { OperatorRefused, QueueFull, RateLimited, UpstreamDown } from './replies.ts'
import type { Cooldown, OperatorFault, Reply } from './replies.ts'

/** Failures in a row, of different requests, that open the circuit. */
const FAILURES = 5
/** Then one trial call goes through, and its result opens or closes the circuit for all. */
const OPEN_MS = 30_000

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Only an `UpstreamDown` counts as a failure, and only once for each request: one post that X fails at says nothing of the others. A trial
 * call that ends without an answer, for example because its visitor left, keeps the circuit open.
 */
export function createCircuitBreaker(now: () => number) {
  const clock = steadyClock(now)
  /** Requests that failed since the last success or outage. */
  const failed = new Set<string>()
  let openedAt: number | null = null
  let trial: Promise<unknown> | null = null
  return async <T>(request: string, work: () => Promise<T>): Promise<T> => {
    if (trial) await trial.catch(() => undefined)
    const isTrial = openedAt !== null
    if (openedAt !== null && clock() - openedAt < OPEN_MS)
      throw new UpstreamDown('not called after an outage', 'never')
    const answer = work()
    if (isTrial) trial = answer
    try {
      const value = await answer
      failed.clear()
      if (isTrial) openedAt = null
      return value
    } catch (error) {
      if (error instanceof UpstreamDown) failed.add(request)
      if (isTrial || failed.size === FAILURES) {
        openedAt = clock()
        failed.clear()
      }
      throw error
    } finally {
      if (isTrial) trial = null
    }
  }
}

/** Cooldowns keep their length when the clock is set meanwhile; `until` is then told by the new time. */
export function createCooldowns(now: () => number) {
  const clock = steadyClock(now)
  /** By how much the steady clock is ahead, in whole seconds: less than that is jitter. */
  const ahead = () => Math.round((clock() - now()) / 1000) * 1000
  let cooldown: (Cooldown & { ahead: number }) | null = null
  const current = (): Cooldown | null => {
    if (!cooldown) return null
    const until = cooldown.until - (ahead() - cooldown.ahead)
    return until > now() ? { reason: cooldown.reason, until } : null
  }
  return {
    current,
    /** A cooldown in force is never shortened; only an operator's fault replaces a rate limit. Returns its end. */
    begin(reason: Cooldown['reason'], until: number): number {
      const held = current()
      if (held && held.reason !== reason && held.reason !== 'limited') return held.until
      const latest = held?.reason === reason ? Math.max(held.until, until) : until
      cooldown = { reason, until: latest, ahead: ahead() }
      return latest
    },
  }
}

/** X's rate limit of the full-archive search: one a second, and 300 in a quarter of an hour. */
const SEARCH_INTERVAL_MS = 1000
const SEARCHES_MAX = 300
const SEARCHES_WINDOW_MS = 15 * 60_000
const LONGEST_WAIT_MS = 30_000
/** Turns that one client may wait for at the same time. */
const WAITING_MAX = 20

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** Resolves when it is the caller's turn; throws `QueueFull` when that would be too late. */
export function createRateScheduler(now: () => number, pause: Pause): (caller: Caller) => Promise<void> {
  const clock = steadyClock(now)
  const turns: number[] = []
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
      // An aborted wait makes no call: the turn is given back.
      const index = turns.indexOf(turn)
      if (index >= 0) turns.splice(index, 1)
      throw error
    } finally {
      waiting.add(clientKey, -1)
    }
  }
}

/** After a rate limit without a reset time, and at most. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000
/** Short enough to notice a mended token soon. */
const OPERATOR_PAUSE_MS = 5 * 60_000

export type EndpointOptions = {
  faultOf?: (reply: Reply) => OperatorFault | null
  now: () => number
  /** Told once when X begins to refuse the operator, and with null when it answers again. */
  onFault?: ((fault: OperatorFault | null) => void) | undefined
}

export function createEndpointStatus({ faultOf = () => null, now, onFault }: EndpointOptions) {
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
    throwWhileCoolingDown(): void {
      const cooldown = cooldowns.current()
      if (cooldown?.reason === 'limited') throw new RateLimited(cooldown.until)
      if (cooldown) throw new OperatorRefused(cooldown.reason, cooldown.until)
    },
    /** Throws a refusal, which begins a cooldown. */
    judge(reply: Reply): Reply {
      const found = faultOf(reply)
      if (found) {
        reportFault(found)
        throw new OperatorRefused(found, cooldowns.begin(found, now() + OPERATOR_PAUSE_MS))
      }
      if (reply.status === 429) throw new RateLimited(cooldowns.begin('limited', resumesAt(reply, now())))
      // An answer to a call from before the cooldown says nothing of how things are now.
      if (!cooldowns.current()) reportFault(null)
      return reply
    },
  }
}

/** `x-rate-limit-reset`, in Unix seconds, if that lies ahead. */
function resumesAt({ headers }: Reply, now: number): number {
  const resetMs = Number(headers.get('x-rate-limit-reset')) * 1000
  return resetMs > now ? Math.min(resetMs, now + PAUSE_MAX_MS) : now + PAUSE_MS
}
