import * as v from 'valibot'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../../../contract/reasons.ts'
import { networksOf } from '../../../http/limits.ts'
import type { CacheStore } from '../../../store/Store.ts'
import type { Caller } from '../../Upstream.ts'
import { BUSY_RETRY_S } from '../../Upstream.ts'
import type { ChargeMeter } from '../budget.ts'
import type { HttpReply, OperatorFault, XEndpoint, CallOutcome } from '../replies.ts'
import { OPERATOR_FAULTS, OperatorRefused, RateLimited, UpstreamDown, failureOfX } from '../replies.ts'

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = async (ms, signal) => await delay(ms, undefined, signal && { signal })

export type QueueOptions = {
  /** How many run at once. */
  concurrency: number
  /** How many may wait. By default as many as come. */
  waitingMax?: number | undefined
  /** The least time between two starts. */
  intervalMs?: number
  wait?: Sleep
}

export type Queue = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * A queue in which whoever comes first is served first. It rejects with the signal's reason if the caller leaves before the work has begun, and
 * throws an `ApiError` `busy` if too many wait.
 */
export function createQueue({
  concurrency,
  waitingMax = Infinity,
  intervalMs = 0,
  wait = sleep,
}: QueueOptions): Queue {
  const waiting = new Set<PromiseWithResolvers<void>>()
  let running = 0
  let isInInterval = false

  const canStart = () => running < concurrency && !isInInterval
  function startWaiting(): void {
    for (const next of waiting) {
      if (!canStart()) return
      waiting.delete(next)
      running++
      next.resolve()
      if (intervalMs > 0) {
        isInInterval = true
        void wait(intervalMs).finally(() => {
          isInInterval = false
          startWaiting()
        })
      }
    }
  }

  return async (work, signal) => {
    signal.throwIfAborted()
    if (waiting.size >= waitingMax && !canStart()) throw new ApiError('busy', BUSY_RETRY_S)
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(turn)) turn.reject(signal.reason)
    }
    signal.addEventListener('abort', leave)
    waiting.add(turn)
    startWaiting()
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
    try {
      return await work()
    } finally {
      running--
      startWaiting()
    }
  }
}

export type EndpointClient = {
  (url: URL, caller: Caller, meter?: ChargeMeter): Promise<HttpReply>
  /** The pause in which the endpoint is not called; null if there is none. */
  cooldown: () => EndpointPause | null
  fault: () => OperatorFault | null
}
export type EndpointClients = Readonly<Record<XEndpoint, EndpointClient>>

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

const OUTCOMES = { limited: 'limited', refused: 'operator', failed: 'down' } as const

/** Null for any other error, e.g. if our own queue is full: X was not asked then. */
function outcomeOf(error: unknown): CallOutcome | null {
  const failure = failureOfX(error)
  return failure && OUTCOMES[failure.cause]
}

/** Why an endpoint is not called, and until when in Unix milliseconds. */
export const EndpointPause = v.object({
  reason: v.picklist(['limited', 'down', ...OPERATOR_FAULTS]),
  until: v.number(),
})
export type EndpointPause = v.InferOutput<typeof EndpointPause>

/** Keeps pauses for processes and Durable Objects that start later. */
export type PauseStorage = {
  read: () => Promise<EndpointPause | null>
  write: (pause: EndpointPause, ttlMs: number) => Promise<void>
}

/** Part of the key of every stored pause. */
export const PAUSE_KEY_PART = ' pause '

/** `about` is the prefix of the key, so that upstreams do not share pauses. */
export function createPauseStorage(about: string, source: string, store: CacheStore): PauseStorage {
  const key = `${about}${PAUSE_KEY_PART}${source}`
  return {
    async read() {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), EndpointPause), await store.readCache(key))
      return read.success ? read.output : null
    },
    write: (pause, ttlMs) => store.writeCache([{ key, value: JSON.stringify(pause), ttlMs }]),
  }
}

/** Length of the pause after a rate limit without a reset time, and its maximum. */
const LIMITED_MS = 60_000
const LIMITED_MAX_MS = 15 * 60_000
/** A reset further away than this is the end of a limit of the day. */
const DAY_LIMIT_MIN_MS = 60 * 60_000
const DAY_LIMIT_MAX_MS = 25 * 60 * 60_000
/** Short enough to notice a mended token soon. */
const OPERATOR_MS = 5 * 60_000
/** If this many different requests from this many networks fail in a row, the endpoint is paused for `DOWN_PAUSE_MS`. */
const DOWN_FAILURES_MIN = 5
const DOWN_NETWORKS_MIN = 2
const DOWN_PAUSE_MS = 30_000
/** Failed questions that are remembered, so that one client's cannot fill the memory. */
const REMEMBERED_MAX = 100

export type EndpointPauseOptions = {
  now: () => number
  faultOf?: (reply: HttpReply) => OperatorFault | null
  stored?: PauseStorage | undefined
  /** Called once when X begins to refuse the operator, and with null when X answers again. */
  onFault?: ((fault: OperatorFault | null) => void) | undefined
}

/** The one pause of an endpoint: until the time that X names, or for a while after an outage or a refusal of this server. */
export function createEndpointPause({ now, faultOf = () => null, stored, onFault }: EndpointPauseOptions) {
  let pause: (EndpointPause & { endsAt: number }) | null = null
  let fault: OperatorFault | null = null
  /** Networks by the questions that failed since the last answer. */
  const failed = new Map<string, string>()
  let restored: Promise<void> | null = null

  function current(): EndpointPause | null {
    if (!pause || performance.now() >= pause.endsAt) return null
    return { reason: pause.reason, until: pause.until }
  }
  /** A pause is never shortened, and a rate limit does not hide a fault of the operator. Returns the end of the pause in force. */
  function begin(reason: EndpointPause['reason'], until: number): number {
    const held = current()
    const isWeaker = held !== null && REASON_RANKS[reason] < REASON_RANKS[held.reason]
    if (held && (isWeaker || (REASON_RANKS[reason] === REASON_RANKS[held.reason] && held.until >= until)))
      return held.until
    pause = { reason, until, endsAt: performance.now() + (until - now()) }
    return until
  }
  function beginAndStore(reason: EndpointPause['reason'], until: number): number {
    const end = begin(reason, until)
    const begun = current()
    if (begun && stored) stored.write(begun, begun.until - now()).catch(() => undefined)
    return end
  }
  function reportFault(found: OperatorFault | null): void {
    if (fault === found) return
    fault = found
    onFault?.(found)
  }

  return {
    current,
    fault: () => fault,
    /** Reads the pause that an earlier process stored, once. */
    restore: () =>
      (restored ??= stored
        ? stored.read().then(
            (last) => void (last && begin(last.reason, last.until)),
            () => undefined,
          )
        : Promise.resolve()),
    throwIfPaused(): void {
      const held = current()
      if (held) throw toPauseError(held)
    },
    /** Throws if X refuses, which begins a pause. */
    judge(reply: HttpReply): HttpReply {
      failed.clear()
      const found = faultOf(reply)
      if (found) {
        reportFault(found)
        throw new OperatorRefused(found, beginAndStore(found, now() + OPERATOR_MS))
      }
      if (reply.status === 429) throw new RateLimited(beginAndStore('limited', resumesAt(reply, now())))
      // The answer to a call from before the pause says nothing of how things are now.
      if (!current()) reportFault(null)
      return reply
    },
    /** One post that X fails at says nothing of the others, and one client may ask for many such posts. */
    noteFailure(question: string, clientKey: string): void {
      failed.set(question, networksOf(clientKey).at(-1)?.key ?? clientKey)
      const [oldest] = failed.keys()
      if (failed.size > REMEMBERED_MAX && oldest !== undefined) failed.delete(oldest)
      if (failed.size < DOWN_FAILURES_MIN || new Set(failed.values()).size < DOWN_NETWORKS_MIN) return
      failed.clear()
      beginAndStore('down', now() + DOWN_PAUSE_MS)
    },
  }
}

/** Returns the error of a call that is not made because of a pause. */
export function toPauseError({ reason, until }: EndpointPause): Error {
  if (reason === 'limited') return new RateLimited(until)
  if (reason === 'down') return new UpstreamDown('not called after an outage', 'never')
  return new OperatorRefused(reason, until)
}

const REASON_RANKS = { down: 0, limited: 1, token: 2, credits: 2, access: 2 } as const

/** The end of X's limit of the day if that was reached, else that of its quarter of an hour; X names both in Unix seconds. */
function resumesAt({ headers }: HttpReply, now: number): number {
  const resetIn = (name: string) => Number(headers.get(name)) * 1000 - now
  const isDaySpent = headers.get('x-app-limit-24hour-remaining') === '0'
  const resetMs = isDaySpent ? resetIn('x-app-limit-24hour-reset') : resetIn('x-rate-limit-reset')
  if (!(resetMs > 0)) return now + LIMITED_MS
  const isOfDay = isDaySpent || resetMs > DAY_LIMIT_MIN_MS
  return now + Math.min(resetMs, isOfDay ? DAY_LIMIT_MAX_MS : LIMITED_MAX_MS)
}
