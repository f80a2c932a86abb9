import { OfflineError } from '../load/loadChunk.ts'

/** Longest wait that a page asks for, in seconds. */
const WAIT_MAX = 120

/** A failed check as data. `message` is for developers; the page shows the catalogue's text for the kind. */
export type Failure = {
  /** `unloaded` never got as far as the network: the check's own code could not be fetched. */
  kind: 'unloaded' | 'offline' | 'refused' | 'failed'
  message: string
  /** The response's HTTP status, where there was a response. */
  status?: number
  /** What the server sent with its refusal. */
  data?: unknown
  /** Seconds that the server asked to wait before another try, capped. */
  wait?: number
}

/** Turns whatever a check threw into data. Never call it for an abort: that is silent. */
export function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const response = responseOf(error)
  if (response) {
    const wait = waitOf(response.headers.get('Retry-After'))
    const data = error instanceof Error && 'data' in error ? error.data : undefined
    return { kind: 'refused', message, status: response.status, data, ...(wait && { wait }) }
  }
  if (error instanceof OfflineError) return { kind: 'unloaded', message }
  return { kind: isOffline() ? 'offline' : 'failed', message }
}

/** The response behind ky's `HTTPError`, or behind an error that it caused. Read by shape: ky itself is loaded with the check. */
/** The response that ky's HTTPError carries, also as another error's cause. Not asked by class: ky is loaded with the check only. */
function responseOf(error: unknown): Response | undefined {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return source instanceof Error && 'response' in source && source.response instanceof Response
    ? source.response
    : undefined
}

/** Seconds in a `Retry-After` header: a number of them or an HTTP date. */
function waitOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - Date.now()) / 1000 : Number(header)
  return seconds > 0 ? Math.min(Math.ceil(seconds), WAIT_MAX) : undefined
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}
