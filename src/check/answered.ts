import { HTTPError } from 'ky'
import * as v from 'valibot'
import { ErrorAnswer } from '../../contract/wire.ts'
import { CheckError } from './CheckError.ts'

/** The answer of a call of the API. A refusal is thrown as a `CheckError` with the message that `saying` makes of the server's own, if it sent one. */
export async function answered<T>(call: Promise<T>, saying: (said?: string) => string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof HTTPError)) throw error
    const said = v.safeParse(ErrorAnswer, error.data)
    const { message = undefined, code = undefined } = said.success ? said.output : {}
    const { status, headers } = error.response
    const retryAfter = secondsIn(headers.get('Retry-After') ?? '')
    throw new CheckError(saying(message), { status, code, retryAfter }, { cause: error })
  }
}

/** What a `Retry-After` header asks for: a number of seconds or an HTTP date. */
function secondsIn(header: string): number | undefined {
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - Date.now()) / 1000 : Number(header)
  return seconds > 0 ? seconds : undefined
}
