import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import type { Caller } from '../../Upstream.ts'
import { createSemaphore } from '../../sharing.ts'
import type { Semaphore } from '../../sharing.ts'
import type { Meter } from '../budget.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './replies.ts'
import type { XEndpoint } from './endpoints.ts'
import type { Cooldown, OperatorFault, Reply } from './replies.ts'
import { createCircuitBreaker, createEndpointStatus } from './throttling.ts'
import type { CircuitBreaker, EndpointOptions } from './throttling.ts'

export type Ask = {
  (url: URL, caller: Caller, meter?: Meter): Promise<Reply>
  cooldown: () => Cooldown | null
  fault: () => OperatorFault | null
}
export type XEndpoints = Readonly<Record<XEndpoint, Ask>>
export type Outcome = 'answered' | 'limited' | 'operator' | 'down'

const Json = v.pipe(v.string(), v.parseJson())

/** One GET that follows no redirect. Rejects when the network fails or the body is longer than `maxBytes`. */
export async function fetchBounded(
  url: URL,
  headers: Record<string, string>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(url, { headers, signal, redirect: 'manual' })
  const json = v.safeParse(Json, await readAtMost(response, maxBytes))
  return { status: response.status, headers: response.headers, json: json.success ? json.output : undefined }
}

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('The upstream answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export type AskOptions = EndpointOptions & {
  headers?: Record<string, string>
  maxBytes: number
  timeoutMs: number
  /** Answers cost money: what may have been charged is not retried. */
  paid?: boolean
  concurrency: number
  /** Waited for before a call. */
  turn?: ((caller: Caller) => Promise<void>) | undefined
  random?: () => number
  onReply?: (reply: Reply) => void
  onOutcome?: (outcome: Outcome) => void
}

const RETRIES = 2
const BACKOFF_MS = 200
/** More than all admitted checks can ask for: a check that was admitted is never refused here. */
const QUEUE = 10_000

/** With a size limit, a timeout and up to two retries. While X is down or the endpoint cools down it throws at once. `apart` calls the same endpoint through a semaphore and a circuit breaker of its own. */
export function createAsk(options: AskOptions) {
  const { headers = {}, maxBytes, timeoutMs, paid = false } = options
  const { turn, random = Math.random, onReply, onOutcome } = options
  const status = createEndpointStatus(options)

  /** Refusals included. Throws `UpstreamDown` when there is no answer or it makes no sense. */
  async function answer(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
    status.throwWhileCoolingDown()
    signal.throwIfAborted()
    meter?.sent()
    const soon = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const reply = await fetchBounded(url, headers, maxBytes, soon).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new UpstreamDown('no answer', 'maybe charged', error)
    })
    onReply?.(reply)
    if (reply.status !== 200) meter?.free()
    if (reply.status >= 500) throw new UpstreamDown(String(reply.status), 'free')
    if (reply.status === 200 && reply.json === undefined) {
      throw new UpstreamDown('not JSON', 'maybe charged')
    }
    return reply
  }

  const worthAnother = ({ again }: UpstreamDown) => again === 'free' || (again === 'maybe charged' && !paid)

  function askThrough(unlessDown: CircuitBreaker, semaphore: Semaphore): Ask {
    async function once(url: URL, signal: AbortSignal, meter: Meter | undefined): Promise<Reply> {
      status.throwWhileCoolingDown()
      return status.judge(await unlessDown(url.href, () => answer(url, signal, meter)))
    }
    const ask = async (url: URL, caller: Caller, meter?: Meter) => {
      const { signal } = caller
      await turn?.(caller)
      for (let tried = 0; ; tried++) {
        try {
          const reply = await semaphore(() => once(url, signal, meter), caller)
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
    return Object.assign(ask, { cooldown: status.cooldown, fault: status.fault })
  }
  const apart = (running: number, waiting: number) =>
    askThrough(createCircuitBreaker(options.now), createSemaphore(running, waiting))
  return Object.assign(apart(options.concurrency, QUEUE), { apart })
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RateLimited) return 'limited'
  return error instanceof OperatorRefused ? 'operator' : 'down'
}
