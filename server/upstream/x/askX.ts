import { setTimeout as delay } from 'node:timers/promises'
import { createGate } from '../gate.ts'
import { fetchBounded } from './fetchBounded.ts'
import type { Reply } from './fetchBounded.ts'
import { operatorFaultOf } from './operatorFault.ts'
import { createOutage } from './outage.ts'
import { createResting } from './rest.ts'
import type { OperatorFault, Rest } from './rest.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './xErrors.ts'

/** Told what may have cost money: a request that was sent may have, until X answers with anything but 200. */
export type Meter = { sent: () => void; free: () => void }
export type Ask = {
  (url: URL, signal: AbortSignal, meter?: Meter): Promise<Reply>
  /** Why it is not asked at present, if so. */
  resting: () => Rest | null
  /** What X holds against the operator, until it answers well again. */
  fault: () => OperatorFault | null
}
export type Outcome = 'answered' | 'limited' | 'operator' | 'down'
export type AskOptions = {
  headers?: Record<string, string>
  maxBytes: number
  timeoutMs: number
  /** Whether a 200 without JSON is nonsense. */
  speaksJson?: boolean
  /** Whether answers cost money and refusals are the operator's matter. What may have been charged is not asked again. */
  paid?: boolean
  /** Calls at once. */
  concurrency: number
  now: () => number
  random?: () => number
  onOutcome?: (outcome: Outcome) => void
  /** Told once when X begins to refuse the operator, and with null when it answers again. */
  onFault?: (fault: OperatorFault | null) => void
}

const RETRIES = 2
const BACKOFF_MS = 200
/** More than all admitted checks and previews can ask for: a check that was let in is never refused here. */
const QUEUE = 10_000
/** How long a limit without a reset time is left alone. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000
/** How long an endpoint that refuses the operator is left alone: short enough to notice a mended token soon. */
const OPERATOR_PAUSE_MS = 5 * 60_000

/** A way to ask one endpoint of X: bounded, timed out, retried a little, and not at all while X is down or has had enough. */
export function createAsk(options: AskOptions): Ask {
  const { headers = {}, maxBytes, timeoutMs, speaksJson = true, paid = false, now } = options
  const { random = Math.random, onOutcome, onFault } = options
  const gate = createGate(options.concurrency, QUEUE)
  const unlessDown = createOutage()
  const resting = createResting(now)
  let fault: OperatorFault | null = null

  function refuseWhileResting(): void {
    const rest = resting.current()
    if (rest?.reason === 'limited') throw new RateLimited(rest.until)
    if (rest) throw new OperatorRefused(rest.reason, rest.until)
  }

  /** Any answer of X that makes sense, refusals included. */
  async function answer(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
    refuseWhileResting()
    signal.throwIfAborted()
    meter?.sent()
    const soon = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const reply = await fetchBounded(url, headers, maxBytes, soon).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new UpstreamDown('no answer', 'maybe charged', error)
    })
    if (reply.status !== 200) meter?.free()
    if (reply.status >= 500) throw new UpstreamDown(String(reply.status), 'free')
    if (speaksJson && reply.status === 200 && reply.json === undefined) {
      throw new UpstreamDown('not JSON', 'maybe charged')
    }
    return reply
  }

  function judge(reply: Reply): Reply {
    const found = paid ? operatorFaultOf(reply) : null
    const reason = found ?? (reply.status === 429 ? 'limited' : null)
    if (!reason) {
      if (fault && !resting.current()) {
        fault = null
        onFault?.(null)
      }
      return reply
    }
    resting.begin(reason, reason === 'limited' ? resumesAt(reply, now()) : now() + OPERATOR_PAUSE_MS)
    if (found && fault !== found) {
      fault = found
      onFault?.(found)
    }
    const until = resting.current()?.until ?? now()
    throw found ? new OperatorRefused(found, until) : new RateLimited(until)
  }

  async function once(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
    refuseWhileResting()
    return judge(await unlessDown(() => answer(url, signal, meter)))
  }

  const worthAnother = ({ again }: UpstreamDown) => again === 'free' || (again === 'maybe charged' && !paid)

  const ask = async (url: URL, signal: AbortSignal, meter?: Meter) => {
    for (let tried = 0; ; tried++) {
      try {
        const reply = await gate(() => once(url, signal, meter), signal)
        onOutcome?.('answered')
        return reply
      } catch (error) {
        signal.throwIfAborted()
        if (tried === RETRIES || !(error instanceof UpstreamDown) || !worthAnother(error)) {
          onOutcome?.(outcomeOf(error))
          throw error
        }
        await delay(BACKOFF_MS * 2 ** tried * (0.5 + random()), undefined, { signal })
      }
    }
  }
  return Object.assign(ask, { resting: resting.current, fault: () => fault })
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RateLimited) return 'limited'
  return error instanceof OperatorRefused ? 'operator' : 'down'
}

/** When X answers again: its own `x-rate-limit-reset`, in Unix seconds, as far as it is believable. */
function resumesAt({ headers }: Reply, now: number): number {
  const resetMs = Number(headers.get('x-rate-limit-reset')) * 1000
  return resetMs > now ? Math.min(resetMs, now + PAUSE_MAX_MS) : now + PAUSE_MS
}
