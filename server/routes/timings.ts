import { createFactory } from 'hono/factory'
import { CheckTimings } from '../../contract/CheckTimings.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import type { AppParts } from './AppParts.ts'

/** Takes the durations of a finished check, which only the percentiles of `/metrics` keep. */
export function timings(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(
    onlyJson,
    limited(parts, 'read'),
    limitedBody,
    jsonBody(CheckTimings),
    (c) => {
      const taken = c.req.valid('json')
      parts.onTimings(taken)
      return c.json(taken)
    },
  )
}
