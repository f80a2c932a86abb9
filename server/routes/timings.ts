import { createFactory } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { CheckTimings } from '../../contract/CheckTimings.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import { Refusal } from '../http/refusal.ts'
import { verifyWork } from '../proof/challengeKey.ts'
import type { AppParts } from './AppParts.ts'

/** Proofs that are remembered as told: more than are solved in a busy server's few minutes. About 2 MB when full. */
const TOLD_MAX = 10_000

/** Takes the durations of a finished check, which only the counts of `/metrics` keep. Each needs the recent proof of its check. */
export function timings(parts: AppParts) {
  const told = new LRUCache<string, true>({ max: TOLD_MAX })

  return createFactory<AppEnv>().createHandlers(
    onlyJson,
    limited(parts, 'timings'),
    limitedBody,
    jsonBody(CheckTimings),
    (c) => {
      const taken = c.req.valid('json')
      const { token, counter } = taken.proof
      verifyWork(parts.keys(), { token, counter: String(counter) }, parts.now())
      if (told.has(token)) throw new Refusal('spent')
      told.set(token, true)
      parts.onTimings(taken)
      return c.json(taken)
    },
  )
}
