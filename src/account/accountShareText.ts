import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { pageUrl } from '../config.ts'
import { countGroups } from '../results/group.ts'
import { text } from '../text/ja.ts'
import type { AccountResult } from './checkAccount.ts'
import { showsBanStates } from './accountVerdict.ts'

/** The account's result as a post: a line per ban, and the posts' counts where they were checked. */
export function accountShareText(result: AccountResult): string {
  return text.shareText.account({
    name: result.screenName,
    bans: BANS.map((ban) => lineOf(result, ban)),
    counts: result.tweets?.length ? countGroups(result.tweets) : null,
    url: pageUrl(''),
  })
}

/** The posts' result as a post. */
export function postsShareText(name: string, tweets: PostResult[]): string {
  return text.shareText.posts({ name, counts: countGroups(tweets), url: pageUrl('') })
}

/** ✅ not detected, ❌ detected, ❓ and a dash where it could not be determined. */
function lineOf(result: AccountCheck, ban: Ban): string {
  const { name } = text.ban[ban]
  const flag = showsBanStates(result) ? result[ban] : null
  if (flag === null) return `${text.shareText.unknown} ${name} —`
  return `${flag ? '❌' : '✅'} ${name}`
}
