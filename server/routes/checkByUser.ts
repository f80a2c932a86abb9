import { createFactory } from 'hono/factory'
import * as v from 'valibot'
import { ScreenName } from '../../contract/ScreenName.ts'
import { CheckRequest } from '../../contract/wire.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { jsonBody, limitedBody, onlyJson } from '../http/jsonBody.ts'
import { limited } from '../http/limited.ts'
import { redeem } from '../proof/redeem.ts'
import type { AppParts } from './AppParts.ts'

const AccountRequest = v.object({ ...CheckRequest.entries, screen_name: ScreenName })

/** Checks one account for one solved challenge. */
export function checkByUser(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(
    onlyJson,
    limited(parts, 'check'),
    limitedBody,
    jsonBody(AccountRequest),
    async (c) => {
      const request = c.req.valid('json')
      const question = { bound: request, body: request }
      return c.json(
        await redeem(parts, c, question, (signal) => parts.upstream.checkAccount(request, signal)),
      )
    },
  )
}
