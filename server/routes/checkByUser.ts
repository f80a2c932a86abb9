import * as v from 'valibot'
import { ScreenName } from '../../contract/ScreenName.ts'
import { CheckRequest } from '../../contract/wire.ts'
import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'
import { countCall } from '../http/countCall.ts'
import { readBody } from '../http/readBody.ts'
import { redeem } from '../proof/redeem.ts'

const AccountRequest = v.object({ ...CheckRequest.entries, screen_name: ScreenName })

/** Checks one account for one solved challenge. */
export function checkByUser(parts: AppParts): Call {
  return async (c) => {
    await countCall(parts, c, 'check')
    const request = await readBody(c, AccountRequest)
    return parts.reply(
      await redeem(parts, c, request, (signal) => parts.upstream.checkAccount(request, signal)),
    )
  }
}
