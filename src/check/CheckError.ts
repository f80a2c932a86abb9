import { atom } from 'jotai/vanilla'

type ErrorDetails = {
  status: number
  /** The code that a refusal of our server carries. */
  code?: string | undefined
  /** Seconds after which another try makes sense. */
  retryAfter?: number | undefined
}

/** A call that the server refused. */
export class CheckError extends Error implements ErrorDetails {
  override name = 'CheckError'
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: number | undefined

  constructor(message: string, { status, code, retryAfter }: ErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The upstream of the API's last answer (`X-Upstream`); null before the first answer. */
export const upstreamAtom = atom<string | null>(null)
