import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import type { Caller } from '../../Upstream.ts'
import { createQueue } from '../../queue.ts'
import type { QueueOptions } from '../../queue.ts'
import type { ChargeMeter } from '../budget.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './replies.ts'
import type { XEndpoint } from './endpoints.ts'
import type { OperatorFault, HttpReply } from './replies.ts'
import { createEndpointPause } from './pause.ts'
import type { EndpointPause, EndpointPauseOptions } from './pause.ts'

export type EndpointClient = {
  (url: URL, caller: Caller, meter?: ChargeMeter): Promise<HttpReply>
  /** The pause in which the endpoint is not called; null if there is none. */
  cooldown: () => EndpointPause | null
  fault: () => OperatorFault | null
}
export type EndpointClients = Readonly<Record<XEndpoint, EndpointClient>>
export type CallOutcome = 'answered' | 'limited' | 'operator' | 'down'

const Json = v.pipe(v.string(), v.parseJson())

/** One GET that follows no redirect. Rejects when the network fails or the body is longer than `maxBytes`. */
export async function fetchWithSizeLimit(
  url: URL,
  headers: Record<string, string>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<HttpReply> {
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

export type EndpointClientOptions = EndpointPauseOptions &
  QueueOptions & {
    headers?: Record<string, string>
    maxBytes: number
    timeoutMs: number
    /** Answers cost money: what may have been charged is not retried. */
    paid?: boolean
    random?: () => number
    onReply?: (reply: HttpReply) => void
    onOutcome?: (outcome: CallOutcome) => void
  }

const RETRIES = 2
const BACKOFF_MS = 200

/**
 * One endpoint of X: one queue, one pause, a timeout, a size limit and up to two retries. Throws at once while the endpoint is paused;
 * `UpstreamDown` if X gives no answer or one that makes no sense.
 */
export function createEndpointClient(options: EndpointClientOptions): EndpointClient {
  const { headers = {}, maxBytes, timeoutMs, paid = false } = options
  const { random = Math.random, onReply, onOutcome } = options
  const pause = createEndpointPause(options)
  const queue = createQueue(options)

  async function fetchReply(
    url: URL,
    signal: AbortSignal,
    meter: ChargeMeter | undefined,
  ): Promise<HttpReply> {
    meter?.sent()
    const soon = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const reply = await fetchWithSizeLimit(url, headers, maxBytes, soon).catch((error: unknown) => {
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

  async function call(
    url: URL,
    { signal, clientKey }: Caller,
    meter: ChargeMeter | undefined,
  ): Promise<HttpReply> {
    pause.throwIfPaused()
    signal.throwIfAborted()
    try {
      return pause.judge(await fetchReply(url, signal, meter))
    } catch (error) {
      if (error instanceof UpstreamDown) pause.noteFailure(url.href, clientKey)
      throw error
    }
  }

  const mayRetry = ({ again }: UpstreamDown) => again === 'free' || (again === 'maybe charged' && !paid)

  async function ask(url: URL, caller: Caller, meter?: ChargeMeter): Promise<HttpReply> {
    const { signal } = caller
    await pause.restore()
    for (let tried = 0; ; tried++) {
      try {
        pause.throwIfPaused()
        const reply = await queue(() => call(url, caller, meter), signal)
        onOutcome?.('answered')
        return reply
      } catch (error) {
        signal.throwIfAborted()
        if (tried === RETRIES || !(error instanceof UpstreamDown) || !mayRetry(error)) {
          const outcome = outcomeOf(error)
          if (outcome) onOutcome?.(outcome)
          throw error
        }
        await delay(BACKOFF_MS * 2 ** tried * (0.5 + random()), undefined, { signal })
      }
    }
  }
  return Object.assign(ask, { cooldown: pause.current, fault: pause.fault })
}

/** Null for any other error, e.g. if our own queue is full: X was not asked then. */
function outcomeOf(error: unknown): CallOutcome | null {
  if (error instanceof RateLimited) return 'limited'
  if (error instanceof OperatorRefused) return 'operator'
  return error instanceof UpstreamDown ? 'down' : null
}
