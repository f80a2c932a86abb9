import { createFactory } from 'hono/factory'
import * as v from 'valibot'
import { ScreenName } from '../../contract/ScreenName.ts'
import { CheckRequest } from '../../contract/wire.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import { boundOf, issue, valueOf } from '../proof/challengeKey.ts'
import { difficultyFor } from '../proof/difficultyFor.ts'
import type { AppParts } from './AppParts.ts'

/** What a challenge may be asked for: a screen name, or the empty name of a batch. */
const ChallengeRequest = v.object({
  ...CheckRequest.entries,
  screen_name: v.union([ScreenName, v.literal('')]),
})

/** Issues a challenge bound to the request. Nothing is stored: the token carries its own proof. */
export function generateKeyvalue(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(
    onlyJson,
    limited(parts, 'challenge'),
    limitedBody,
    jsonBody(ChallengeRequest),
    (c) => {
      const request = c.req.valid('json')
      parts.addresses.assert(request.key)
      const difficulty = difficultyFor(c.var.used, parts.difficulty)
      const key = issue(parts.keys(), boundOf(request), difficulty, parts.now())
      return c.json({ key, value: valueOf(difficulty) })
    },
  )
}
