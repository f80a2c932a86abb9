import { OfflineError } from '../load/loadChunk.ts'

/** Longest wait that a page asks for, in seconds. */
const WAIT_MAX = 120

/** A `Retry-After` beyond this is ignored, in seconds: two days. */
const UNTIL_MAX = 172_800

/** A failed check as data. `message` is for developers; the page shows the catalogue's text for the kind. */
export type Failure = {
  /** `unloaded` never got as far as the network: the check's own code could not be fetched. */
  kind: 'unloaded' | 'offline' | 'refused' | 'proof' | 'failed'
  message: string
  /** The response's HTTP status, where there was a response. */
  status?: number
  /** What the server sent with its refusal. */
  data?: unknown
  /** The code that a refusal of our server carries. */
  code?: string
  /** Seconds that the server asked to wait before another try, capped. */
  wait?: number
  /** When the server says that another try makes sense, in Unix milliseconds. */
  until?: number
}

/** Turns whatever a check threw into data. Never call it for an abort: that is silent. */
export function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const refusal = refusalIn(error)
  if (refusal) {
    const { response, data } = refusal
    const retry = retryOf(response.headers.get('Retry-After') ?? '')
    return { kind: 'refused', message, status: response.status, data, ...codeIn(data), ...retry }
  }
  if (error instanceof OfflineError) return { kind: 'unloaded', message }
  if (message.startsWith('Failed to solve PoW')) return { kind: 'proof', message }
  return { kind: navigator.onLine === false ? 'offline' : 'failed', message }
}

function codeIn(data: unknown): { code?: string } {
  const { code }: { code?: unknown } = Object(data)
  return typeof code === 'string' ? { code } : {}
}

/** What ky's `HTTPError` carries, also as another error's cause. Its class is not imported: ky is loaded with the check only. */
function refusalIn(error: unknown): { response: Response; data: unknown } | undefined {
  const { cause = error }: { cause?: unknown } = Object(error)
  const { response, data }: { response?: unknown; data?: unknown } = Object(cause)
  return response instanceof Response ? { response, data } : undefined
}

/** What a `Retry-After` header asks for: a number of seconds or an HTTP date. */
function retryOf(header: string): { wait?: number; until?: number } {
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - Date.now()) / 1000 : Number(header)
  if (!(seconds > 0 && seconds < UNTIL_MAX)) return {}
  return { wait: Math.min(Math.ceil(seconds), WAIT_MAX), until: Date.now() + seconds * 1000 }
}
