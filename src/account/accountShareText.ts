import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { handedOnUrl } from '../config.ts'
import { countGroups } from '../results/group.ts'
import { resultText } from '../text/result.ts'
import type { AccountResult } from './checkAccount.ts'
import { showsBanStates } from './accountVerdict.ts'

/** The text that shares an account's result: a line for each ban, and the posts' counts where they were checked. */
export function accountShareText(result: AccountResult): string {
  return resultText.shareText.account({
    name: result.screenName,
    bans: BANS.map((ban) => lineOf(result, ban)),
    counts: result.tweets?.length ? countGroups(result.tweets) : null,
    url: handedOnUrl(''),
  })
}

/** The text that shares the result of an account's posts. */
export function postsShareText(name: string, tweets: PostResult[]): string {
  return resultText.shareText.posts({ name, counts: countGroups(tweets), url: handedOnUrl('') })
}

/** ✅ not detected, ❌ detected, ❓ where it could not be determined. */
function lineOf(result: AccountCheck, ban: Ban): string {
  const { name } = resultText.ban[ban]
  const flag = showsBanStates(result) ? result[ban] : null
  if (flag === null) return `${resultText.shareText.unknown} ${name}`
  return `${flag ? '❌' : '✅'} ${name}`
}
