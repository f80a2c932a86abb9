import { setTimeout as delay } from 'node:timers/promises'
import { createGate } from '../gate.ts'
import { fetchBounded } from './fetchBounded.ts'
import type { Reply } from './fetchBounded.ts'
import { createCircuitBreaker } from './circuitBreaker.ts'
import { createRefusals } from './refusals.ts'
import type { RefusalOptions, Refusals } from './refusals.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './xErrors.ts'

/** Follows what one request may cost: it counts as paid once it is `sent`, and as `free` when X answers with anything but 200. */
export type Meter = { sent: () => void; free: () => void }
export type Ask = {
  (url: URL, signal: AbortSignal, meter?: Meter): Promise<Reply>
} & Pick<Refusals, 'cooldown' | 'fault'>
export type Outcome = 'answered' | 'limited' | 'operator' | 'down'
export type AskOptions = {
  headers?: Record<string, string>
  maxBytes: number
  timeoutMs: number
  /** Whether a 200 must hold JSON to count as an answer. */
  speaksJson?: boolean
  /** Whether answers cost money, and refusals may be the operator's fault. What may have been charged is not asked again. */
  paid?: boolean
  /** The most calls at once. */
  concurrency: number
  now: () => number
  random?: () => number
  onOutcome?: (outcome: Outcome) => void
  onFault?: RefusalOptions['onFault']
}

const RETRIES = 2
const BACKOFF_MS = 200
/** More than all admitted checks and previews can ask for: a check that was let in is never refused here. */
const QUEUE = 10_000

/**
 * A function that calls one endpoint of X, with a size limit, a timeout and up to two retries. While X is down or the endpoint
 * cools down it throws at once.
 */
export function createAsk(options: AskOptions): Ask {
  const { headers = {}, maxBytes, timeoutMs, speaksJson = true, paid = false, now } = options
  const { random = Math.random, onOutcome, onFault } = options
  const gate = createGate(options.concurrency, QUEUE)
  const unlessDown = createCircuitBreaker()
  const refusals = createRefusals({ paid, now, onFault })

  /** An answer of X, refusals included. Throws `UpstreamDown` when there is none or it makes no sense. */
  async function answer(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
    refusals.refuseWhileCoolingDown()
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

  async function once(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
    refusals.refuseWhileCoolingDown()
    return refusals.judge(await unlessDown(() => answer(url, signal, meter)))
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
  return Object.assign(ask, { cooldown: refusals.cooldown, fault: refusals.fault })
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RateLimited) return 'limited'
  return error instanceof OperatorRefused ? 'operator' : 'down'
}
