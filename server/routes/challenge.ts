import * as v from 'valibot'
import { Challenge, CheckRequest, IpAnswer, ScreenName } from '../../contract/wire.ts'
import { limited } from '../http/limits.ts'
import { jsonCall } from '../http/middleware.ts'
import { BODY, createHandlers, describeCall } from '../openapi/describe.ts'
import { difficultyFor, issue, valueOf } from '../proof/challenge.ts'
import type { AppParts } from './AppParts.ts'

const ChallengeRequest = v.object({
  ...CheckRequest.entries,
  screen_name: v.union([ScreenName, v.literal('')]),
})

/** Issues a challenge bound to the request. Nothing is stored: the token carries its own proof. */
export function generateKeyvalue(parts: AppParts) {
  return createHandlers(
    describeCall({
      summary: 'Issue a challenge. A batch asks with the empty name.',
      body: { CheckRequest },
      answer: { Challenge: v.object({ ...Challenge.entries, value: v.number() }) },
      errors: BODY,
    }),
    ...jsonCall(limited(parts, 'challenge'), ChallengeRequest),
    async (c) => {
      const request = c.req.valid('json')
      const difficulty = difficultyFor(await parts.limits('check', c.var.clientKey, 0), parts.difficulty)
      const bound = request.screen_name === '' ? 'batch' : request
      const key = issue(parts.keys(), bound, difficulty, parts.now())
      return c.json({ key, value: valueOf(difficulty) })
    },
  )
}

export function ip(parts: AppParts) {
  return createHandlers(
    describeCall({ summary: "The caller's address.", answer: { IpAnswer }, errors: ['rate_limited'] }),
    limited(parts, 'read'),
    (c) => c.json({ ip: parts.addressOf(c) }),
  )
}
