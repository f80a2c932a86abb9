import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { IncomingMessage } from 'node:http'
import type { OutageCode } from '../../contract/reasons.ts'

export type AppEnv = {
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    /** A pseudonym of an IPv4 address or of an IPv6 /64 network: see `clientKeyOf`. */
    clientKey: string
    /** The request's proof, which holds but may have been spent already, once its headers were judged. */
    proof: VerifiedProof
  }
}

/** `expiresMs` is when the proof stops being accepted, in Unix milliseconds. */
export type VerifiedProof = { token: string; expiresMs: number }

export const API_ERRORS = {
  bad_body: { status: 400, message: 'The request body does not have the expected shape.' },
  bad_counter: { status: 400, message: 'X-Request-Hash must be a counter from 0 to 9999999.' },
  bad_url: { status: 400, message: 'The url is not the address of a post on X.' },
  token_missing: { status: 401, message: 'The X-Session-Token header is missing.' },
  bad_signature: { status: 403, message: 'This challenge was not issued here.' },
  expired: { status: 403, message: 'This challenge has expired. Ask for a new one.' },
  mismatch: { status: 403, message: 'This challenge was issued for another request.' },
  wrong_answer: { status: 403, message: 'The counter does not solve this challenge.' },
  denied: { status: 403, message: 'This server does not answer calls from your address.' },
  other_site: { status: 403, message: 'Pages of other sites may not make this call.' },
  forbidden: { status: 403, message: 'X does not show this post.' },
  no_history: { status: 404, message: 'There is no such history.' },
  not_found: { status: 404, message: 'There is no such post.' },
  no_such_call: { status: 404, message: 'There is no such call.' },
  already_used: { status: 409, message: 'This challenge was used already. Ask for a new one.' },
  too_large: { status: 413, message: 'The request body is larger than 64 KiB.' },
  not_json: { status: 415, message: 'The request body must be sent as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.' },
  client_gone: { status: 408, message: 'The visitor left before the answer.' },
  internal: { status: 500, message: 'The server failed. Try again later.' },
  sandbox_error: { status: 500, message: 'The sandbox was told to fail.' },
  upstream: { status: 502, message: 'X did not answer as it should. Try again later.' },
  not_offered: { status: 503, message: 'This server does not check accounts.' },
  operator_refused: { status: 503, message: "X refuses this server's access. Posts can still be checked." },
  budget_spent: {
    status: 503,
    message: "The day's budget for account checks is spent. Posts can still be checked.",
  },
  share_spent: {
    status: 503,
    message:
      "Your address has used its part of the day's budget for account checks. Posts can still be checked.",
  },
  hour_spent: {
    status: 503,
    message: "This hour's part of the budget for account checks is spent. Posts can still be checked.",
  },
  store_unavailable: { status: 503, message: "The server's database is unavailable. Try again later." },
  shutting_down: { status: 503, message: 'The server is restarting. Try again.' },
  maintenance: { status: 503, message: 'The server is under maintenance. Try again later.' },
  busy: { status: 503, message: 'Too many checks are under way. Try again later.' },
  upstream_limited: { status: 503, message: 'X takes no more requests right now. Try again later.' },
  upstream_timeout: { status: 504, message: 'X did not answer in time. Try again later.' },
} as const satisfies Record<OutageCode, { status: 502 | 503 | 504; message: string }> &
  Record<string, { status: ContentfulStatusCode; message: string }>
export type ApiErrorCode = keyof typeof API_ERRORS

/**
 * The reason why a call is refused, in words that the caller may read. It can be thrown anywhere; the app's `onError` turns it into a
 * response.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly retryAfter: number | undefined

  /** `retryAfter` in seconds. `message` replaces the one that belongs to the code. */
  constructor(code: ApiErrorCode, retryAfter?: number, message: string = API_ERRORS[code].message) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }

  get status() {
    return API_ERRORS[this.code].status
  }
}

export type ReportFault = (error: unknown) => void

const RETRY_AFTER_S = 5

/**
 * Returns a handler for the `catch` of a call of the store: it reports the cause to the operator and tells the caller that the store is
 * unavailable.
 */
export function throwStoreUnavailable(onFault: ReportFault) {
  return (error: unknown): never => {
    onFault(error)
    throw new ApiError('store_unavailable', RETRY_AFTER_S)
  }
}
