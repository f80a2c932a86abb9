import { HTTPError } from 'ky'
import { serverMessageOf } from './codeOf.ts'

/** A check call that was refused, with the response's status and what the server sent. */
export class CheckError extends Error {
  override name = 'CheckError'
  readonly status: number
  readonly data: unknown

  constructor(message: string, cause: HTTPError) {
    super(message, { cause })
    this.status = cause.response.status
    this.data = cause.data
  }

  /** `error` itself, or, when a server refused, a `CheckError` with the prefix and the server's message. */
  static from(prefix: string, error: unknown): unknown {
    if (!(error instanceof HTTPError)) return error
    return new CheckError(`${prefix}${serverMessageOf(error) ?? 'Unknown error'}`, error)
  }

  /** `error` itself, or, when a server refused, a `CheckError` with this message. */
  static saying(message: string, error: unknown): unknown {
    return error instanceof HTTPError ? new CheckError(message, error) : error
  }
}
