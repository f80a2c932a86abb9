import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { handedOnUrl } from '../config.ts'
import { BAN_STATES } from '../results/banStates.ts'
import { countGroups } from '../results/group.ts'
import { resultText } from '../text/result.ts'
import type { AccountResult } from './checkAccount.ts'
import { formatNumericDay } from '../text/formatTime.ts'
import { withheldIn } from './accountVerdict.ts'
import { banState } from './banState.ts'
import { partlyFound } from './searchDoubt.ts'
import { showsBanStates } from './showsBanStates.ts'

/** X's codes for Japan, and for every country. */
const IN_JAPAN = new Set(['JP', 'XX'])

/**
 * The text that shares an account's result: when it was checked, a line for each ban, and the posts' counts where they were checked.
 * `at` is Unix milliseconds.
 */
export function accountShareText(result: AccountResult, at: number): string {
  return resultText.shareText.account({
    name: result.screenName,
    day: formatNumericDay(at),
    bans: [...BANS.map((ban) => lineOf(result, ban)), ...withheldLines(result)],
    counts: result.tweets?.length ? countGroups(result.tweets) : null,
    url: handedOnUrl(''),
  })
}

/** The text that shares the result of an account's posts. */
export function postsShareText(name: string, tweets: PostResult[], at: number): string {
  return resultText.shareText.posts({
    name,
    day: formatNumericDay(at),
    counts: countGroups(tweets),
    url: handedOnUrl(''),
  })
}

function withheldLines(result: AccountCheck): string[] {
  const codes = withheldIn(result)
  return codes.length === 0 ? [] : [resultText.shareText.withheld(codes.some((code) => IN_JAPAN.has(code)))]
}

/** An item by its mark; where search found only some posts, with their numbers. Without states no item was judged. */
function lineOf(result: AccountCheck, ban: Ban): string {
  const { name } = resultText.ban[ban]
  const state = showsBanStates(result) ? banState(result, ban, null).name : 'unknown'
  const { mark } = BAN_STATES[state]
  const partly = state === 'partly' ? partlyFound(result) : null
  return partly ? resultText.shareText.partly(mark, name, partly.looked, partly.found) : `${mark} ${name}`
}
