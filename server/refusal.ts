import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Why a call is not answered, as the caller may know it. Thrown anywhere, translated once by the app's `onError`. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: ContentfulStatusCode
  readonly code: string
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: ContentfulStatusCode, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}
