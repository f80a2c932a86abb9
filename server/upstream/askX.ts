import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../http/refusal.ts'
import { createBreaker } from './breaker.ts'
import { fetchBounded } from './fetchBounded.ts'
import type { Reply } from './fetchBounded.ts'
import { createGate } from './gate.ts'

/** X counts our calls and says no for now. */
export class RateLimited extends Error {
  override name = 'RateLimited'
}
/** X does not answer, or answers nonsense. */
export class UpstreamDown extends Error {
  override name = 'UpstreamDown'
}

export type Ask = (url: URL, signal: AbortSignal) => Promise<Reply>
export type AskOptions = {
  headers?: Record<string, string>
  maxBytes: number
  timeoutMs: number
  /** Whether a 200 without JSON is nonsense. */
  speaksJson?: boolean
  /** Calls at once. */
  concurrency: number
  now: () => number
  random?: () => number
}

const RETRIES = 2
const BACKOFF_MS = 200
const QUEUE = 2000
/** How long a spent quota, or a limit without a reset time, is left alone. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000

/** A way to ask one endpoint of X: bounded, timed out, retried a little, and not at all while X is down or has had enough. */
export function createAsk({
  headers = {},
  maxBytes,
  timeoutMs,
  speaksJson = true,
  concurrency,
  now,
  random = Math.random,
}: AskOptions): Ask {
  const gate = createGate(concurrency, QUEUE)
  const breaker = createBreaker(now)
  let limited = false

  async function once(url: URL, signal: AbortSignal): Promise<Reply> {
    if (breaker.waitMs() > 0) throw limited ? new RateLimited() : new UpstreamDown('breaker open')
    const reply = await fetchBounded(
      url,
      headers,
      maxBytes,
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    )
    limited = reply.status === 429
    if (limited) {
      breaker.pausedUntil(resumesAt(reply, now()))
      throw new RateLimited()
    }
    if (reply.status >= 500) throw new UpstreamDown(String(reply.status))
    if (speaksJson && reply.status === 200 && reply.json === undefined) throw new UpstreamDown('not JSON')
    breaker.succeeded()
    return reply
  }

  return async (url, signal) => {
    for (let tried = 0; ; tried++) {
      try {
        return await gate(() => once(url, signal), signal)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof RateLimited || error instanceof Refusal) throw error
        breaker.failed()
        if (tried === RETRIES || breaker.waitMs() > 0) throw new UpstreamDown('gave up', { cause: error })
        await delay(BACKOFF_MS * 2 ** tried * (0.5 + random()), undefined, { signal })
      }
    }
  }
}

/** When X answers again: its own `x-rate-limit-reset`, in Unix seconds, as far as it is believable. A used-up plan names none. */
function resumesAt({ headers, json }: Reply, now: number): number {
  const resetMs = Number(headers.get('x-rate-limit-reset')) * 1000
  const capped = JSON.stringify(json ?? '').includes('/usage-capped')
  if (capped) return now + PAUSE_MAX_MS
  return resetMs > now ? Math.min(resetMs, now + PAUSE_MAX_MS) : now + PAUSE_MS
}
