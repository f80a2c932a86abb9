type Refusal = {
  status: number
  code?: string | undefined
  /** What the server says in words; in maintenance these are the operator's. */
  message?: string | undefined
  /** Seconds to wait before another try makes sense. */
  retryAfter?: number | undefined
}

export class CheckError extends Error {
  override name = 'CheckError'
  readonly refusal: Refusal

  constructor(message: string, refusal: Refusal, options?: ErrorOptions) {
    super(message, options)
    this.refusal = refusal
  }
}
