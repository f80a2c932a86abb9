import { getDefaultStore } from 'jotai/vanilla'
import ky, { HTTPError } from 'ky'
import * as v from 'valibot'
import type { GenericSchema, InferOutput } from 'valibot'
import { ErrorAnswer } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { CheckError } from './CheckError.ts'
import { lastUpstreamAtom } from './upstream.ts'
import type { ResultUpstream } from './upstream.ts'
import { CALL_TIMEOUT_MS, withDeadline } from './deadlines.ts'

/** Returns the result of an API call. If the server refused it, throws a `CheckError`; `saying` formats its message from the server's message, if there is one. */
export async function throwOnRefusal<T>(
  call: Promise<T>,
  saying: (serverMessage?: string) => string = () => 'Network response was not ok',
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof HTTPError)) throw error
    const read = v.safeParse(ErrorAnswer, error.data)
    const { message = undefined, code = undefined } = read.success ? read.output : {}
    const { status, headers } = error.response
    const retryAfter = secondsIn(headers.get('Retry-After') ?? '')
    throw new CheckError(saying(message), { status, code, message, retryAfter }, { cause: error })
  }
}

function secondsIn(header: string): number | undefined {
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - Date.now()) / 1000 : Number(header)
  return seconds > 0 ? seconds : undefined
}

/** Maximum size of a response in bytes. Real responses have about 100 KB at most. */
const ANSWER_MAX = 1_000_000

type Bytes = Uint8Array<ArrayBuffer>

/** Returns the response with its body in memory. Reading the body fails beyond `ANSWER_MAX`. A `TransformStream` would be too slow on phones. */
export async function readLimited(response: Response): Promise<Response> {
  if (!response.body) return response
  const body = await wholeOf(response.body).catch(
    (reason: unknown) => new ReadableStream({ start: (controller) => controller.error(reason) }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Returns all bytes of a body. A `Blob` would be read through another process, which takes milliseconds on a phone. */
async function wholeOf(body: ReadableStream<Bytes>): Promise<Bytes> {
  const reader = body.getReader()
  const chunks: Bytes[] = []
  let bytes = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return concatenate(chunks, bytes)
    bytes += value.byteLength
    if (bytes > ANSWER_MAX) {
      void reader.cancel().catch(() => undefined)
      throw new Error('The answer is too long')
    }
    chunks.push(value)
  }
}

function concatenate(chunks: readonly Bytes[], bytes: number): Bytes {
  const whole = new Uint8Array(bytes)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

/** Maximum wait for a `Retry-After` before a retry, in milliseconds. */
const RETRY_AFTER_MAX = 5_000

/** The client of the API. Each caller passes a signal with a deadline. Only GETs are retried automatically, because a used challenge must never be sent twice. */
export const apiClient = ky.create({
  prefix: `${config.apiBase}/api`,
  cache: 'no-store',
  timeout: false,
  retry: { limit: 2, methods: ['get'], maxRetryAfter: RETRY_AFTER_MAX },
  // This wraps `fetch` instead of using a ky hook, because ky copies every body for its hooks.
  fetch: async (...request) => {
    const response = await fetch(...request)
    const upstream = response.headers.get('X-Upstream')
    if (upstream) getDefaultStore().set(lastUpstreamAtom, upstream)
    return await readLimited(response)
  },
})

/** Reads the body of an answer, and which upstream made it (`X-Upstream`). */
export async function parseAnswer<Schema extends GenericSchema>(
  call: Promise<Response>,
  schema: Schema,
): Promise<ResultUpstream & { answer: InferOutput<Schema> }> {
  const response = await call
  const answer = v.parse(schema, await response.json())
  return { answer, upstream: response.headers.get('X-Upstream') }
}

/** Options for a POST that uses no challenge: it is repeated once if the server asks to wait. */
export const RETRYABLE_POST_OPTIONS = {
  retry: { limit: 1, methods: ['post'], statusCodes: [429, 503], maxRetryAfter: RETRY_AFTER_MAX },
}

/** Fetches API data that is not part of a check. It may come from the browser's cache. */
export async function getCachedAnswer<T>(path: string, schema: GenericSchema<unknown, T>): Promise<T> {
  const { signal } = new AbortController()
  return await withDeadline(CALL_TIMEOUT_MS, signal, (signal) =>
    apiClient.get(path, { cache: 'default', retry: 0, signal }).json(schema),
  )
}
