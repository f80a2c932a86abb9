import type { GenericSchema } from 'valibot'
import { api } from './api.ts'
import { boundAnswer } from './boundAnswer.ts'
import { CALL_DEADLINE, withDeadline } from './withDeadline.ts'

/** It does not tell the page which upstream answers: that would show more than was asked for. */
const quiet = api.extend({ fetch: async (...request) => await boundAnswer(await fetch(...request)) })

/** A GET of the API that belongs to no check. Unlike a check's answers this one may come from the browser's cache. */
export async function askQuietly<T>(path: string, schema: GenericSchema<unknown, T>): Promise<T> {
  const { signal } = new AbortController()
  return await withDeadline(CALL_DEADLINE, signal, (signal) =>
    quiet.get(path, { cache: 'default', retry: 0, signal }).json(schema),
  )
}
