import * as v from 'valibot'
import { banStatements, postStatements } from '../../contract/statements.ts'
import { AccountCheck, CheckRequest, ScreenName } from '../../contract/wire.ts'
import { faultsLimited } from '../http/limits.ts'
import { jsonCall } from '../http/middleware.ts'
import { ACCOUNT_CHECK, PROOF_HEADERS, createHandlers, describeCall } from '../openapi/describe.ts'
import type { AppParts } from './AppParts.ts'
import { feedbackTokens } from './feedback.ts'
import { redeem } from './redeem.ts'

const AccountRequest = v.object({ ...CheckRequest.entries, screen_name: ScreenName })

export function checkByUser(parts: AppParts, summary: string) {
  return createHandlers(
    describeCall({
      summary,
      parameters: PROOF_HEADERS,
      body: { CheckRequest },
      answer: { AccountCheck },
      errors: ACCOUNT_CHECK,
    }),
    ...jsonCall(faultsLimited(parts), AccountRequest),
    async (c) => {
      const request = c.req.valid('json')
      const check = await redeem(parts, c, request, (caller) => parts.upstream.checkAccount(request, caller))
      const wait = secondsUntilReset(check, parts.now())
      if (wait !== null) c.header('Retry-After', String(wait))
      const { tweets = [] } = check
      return c.json({
        ...check,
        ...feedbackTokens(parts, c, [...banStatements(check), ...postStatements(tweets)]),
      })
    },
  )
}

/** X's limits begin anew after a quarter of an hour: a longer wait is one that a clock that was set back makes up. */
const WAIT_S_MAX = 900

function secondsUntilReset(
  { api_status: { userSearchGroup, userTimelineGroup } }: AccountCheck,
  now: number,
) {
  const resets = [userSearchGroup, userTimelineGroup].flatMap(({ rate_limit, reset }) =>
    rate_limit && reset ? [reset] : [],
  )
  if (resets.length === 0) return null
  return Math.min(Math.max(1, Math.ceil((Math.max(...resets) - now) / 1000)), WAIT_S_MAX)
}
