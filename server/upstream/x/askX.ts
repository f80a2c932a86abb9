import { setTimeout as delay } from 'node:timers/promises'
import { createGate } from '../gate.ts'
import { fetchBounded } from './fetchBounded.ts'
import type { Reply } from './fetchBounded.ts'
import { createOutage } from './outage.ts'
import { createRefusals } from './refusals.ts'
import type { RefusalOptions, Refusals } from './refusals.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './xErrors.ts'

/** Told what may have cost money: a request that was sent may have, until X answers with anything but 200. */
export type Meter = { sent: () => void; free: () => void }
export type Ask = {
  (url: URL, signal: AbortSignal, meter?: Meter): Promise<Reply>
} & Pick<Refusals, 'resting' | 'fault'>
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
  onFault?: RefusalOptions['onFault']
}

const RETRIES = 2
const BACKOFF_MS = 200
/** More than all admitted checks and previews can ask for: a check that was let in is never refused here. */
const QUEUE = 10_000

/** A way to ask one endpoint of X: bounded, timed out, retried a little, and not at all while X is down or has had enough. */
export function createAsk(options: AskOptions): Ask {
  const { headers = {}, maxBytes, timeoutMs, speaksJson = true, paid = false, now } = options
  const { random = Math.random, onOutcome, onFault } = options
  const gate = createGate(options.concurrency, QUEUE)
  const unlessDown = createOutage()
  const refusals = createRefusals({ paid, now, onFault })

  /** Any answer of X that makes sense, refusals included. */
  async function answer(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
    refusals.refuseWhileResting()
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
    refusals.refuseWhileResting()
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
  return Object.assign(ask, { resting: refusals.resting, fault: refusals.fault })
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RateLimited) return 'limited'
  return error instanceof OperatorRefused ? 'operator' : 'down'
}
