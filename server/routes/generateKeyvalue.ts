import * as v from 'valibot'
import { ScreenName } from '../../contract/ScreenName.ts'
import { CheckRequest } from '../../contract/wire.ts'
import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'
import { boundOf, issue, valueOf } from '../proof/challengeKey.ts'
import { countCall } from '../http/countCall.ts'
import { assertEncryptedAddress } from '../proof/encryptedAddress.ts'
import { difficultyFor } from '../http/limits.ts'
import { readBody } from '../http/readBody.ts'

/** What a challenge may be asked for: a screen name, or the empty name of a batch. */
const ChallengeRequest = v.object({
  ...CheckRequest.entries,
  screen_name: v.union([ScreenName, v.literal('')]),
})

/** Issues a challenge bound to the request. Nothing is stored: the token carries its own proof. */
export function generateKeyvalue(parts: AppParts): Call {
  return async (c) => {
    const used = await countCall(parts, c, 'challenge')
    const request = await readBody(c, ChallengeRequest)
    assertEncryptedAddress(parts.encKey, request.key)
    const difficulty = difficultyFor(used, parts.difficulty)
    return parts.reply({
      key: issue(parts.keys(), boundOf(request), difficulty, parts.now()),
      value: valueOf(difficulty),
    })
  }
}
