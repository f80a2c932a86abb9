import * as v from 'valibot'
import { ErrorAnswer } from '../../contract/wire.ts'

const WithData = v.object({ data: ErrorAnswer })

/** The `code` of the server's refusal that an error carries as its data, if any. */
export function codeOf(error: unknown): string | undefined {
  const read = v.safeParse(WithData, error)
  return read.success ? read.output.data.code : undefined
}

/** The `message` of the server's refusal that an error carries as its data, if any. */
export function serverMessageOf(error: unknown): string | undefined {
  const read = v.safeParse(WithData, error)
  return read.success ? read.output.data.message : undefined
}
