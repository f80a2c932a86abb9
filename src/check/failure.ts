import { ProofError } from '../../contract/ProofError.ts'
import { OfflineError } from '../load/loadChunk.ts'
import { CheckError } from './CheckError.ts'

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
  if (error instanceof CheckError) {
    const { status, code, retryAfter } = error
    return { kind: 'refused', message, status, ...(code !== undefined && { code }), ...waitOf(retryAfter) }
  }
  if (error instanceof OfflineError) return { kind: 'unloaded', message }
  if (error instanceof ProofError) return { kind: 'proof', message }
  return { kind: navigator.onLine === false ? 'offline' : 'failed', message }
}

function waitOf(seconds: number | undefined): Pick<Failure, 'wait' | 'until'> {
  if (seconds === undefined || seconds >= UNTIL_MAX) return {}
  return { wait: Math.min(Math.ceil(seconds), WAIT_MAX), until: Date.now() + seconds * 1000 }
}
