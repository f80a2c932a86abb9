import { HTTPError } from 'ky'
import { serverMessageOf } from './codeOf.ts'

/** A check call that was refused, with the response's status and what the server sent. */
export class CheckError extends Error {
  override name = 'CheckError'
  readonly status: number
  readonly data: unknown

  constructor(prefix: string, cause: HTTPError) {
    super(`${prefix}${serverMessageOf(cause) ?? 'Unknown error'}`, { cause })
    this.status = cause.response.status
    this.data = cause.data
  }

  /** `error` itself, or, when a server refused, a `CheckError` whose message begins with `prefix`. */
  static from(prefix: string, error: unknown): unknown {
    return error instanceof HTTPError ? new CheckError(prefix, error) : error
  }
}
