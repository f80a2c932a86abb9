type Refusal = {
  status: number
  code?: string | undefined
  /** Seconds after which another try makes sense. */
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
