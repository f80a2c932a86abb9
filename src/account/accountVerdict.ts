import { BANS } from '../../contract/bans.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { bansSentence } from '../results/bansSentence.ts'
import { countGroups } from '../results/group.ts'
import type { GroupCounts } from '../results/group.ts'
import { withoutFinding } from '../results/withoutFinding.ts'
import { resultText } from '../text/result.ts'
import { withheldSentence } from '../text/withheldSentence.ts'
import type { Tone } from '../ui/Tone.ts'
import { missingPosts } from './missingPosts.ts'
import type { AccountQuery, Variant } from './query.ts'
import { partlyFound } from './searchDoubt.ts'
import { isLimited, showsBanStates } from './showsBanStates.ts'

/** Why an account may not be judged, by priority on each page; a rate limit comes last. */
const REASONS = {
  main: ['not_found', 'suspend', 'protect', 'no_tweet', 'rate_limit'],
  test: ['suspend', 'not_found', 'protect', 'no_tweet', 'rate_limit'],
} as const satisfies Record<Variant, readonly string[]>
export type Reason = (typeof REASONS)[Variant][number]
/** `reason` is also set beside a found ban, where the sentence speaks of the ban. */
export type Verdict = { tone: Tone; sentence: string; reason: Reason | null }
/** What the visitor asked for, as far as the verdict depends on it. */
export type Asked = Pick<AccountQuery, 'variant' | 'posts'>

/** Whether the result may be shared. */
export function isShareable(check: AccountCheck): boolean {
  return !check.suspend && !check.protect && !check.not_found
}

/** The answer in one sentence: why the account could not be judged, or what was found. Only items that were determined count as clear. */
export function accountVerdict(check: AccountCheck, { variant, posts }: Asked): Verdict {
  const reason = reasonOf(check, variant)
  if (showsBanStates(check) && BANS.some((ban) => check[ban] === true)) {
    return { tone: 'excluded', sentence: bansSentence(check), reason }
  }
  if (reason) return { tone: 'unknown', sentence: REASON_SENTENCES[reason], reason }
  const amiss =
    partlyFound(check) !== null || withheldIn(check).length > 0 || missingPosts(check, posts) !== null
  return { ...withoutFinding({ bans: check, posts: postCounts(check), amiss }), reason }
}

/** How the latest posts were judged; null where none were. */
export function postCounts({ tweets }: AccountCheck): GroupCounts | null {
  return tweets && tweets.length > 0 ? countGroups(tweets) : null
}

/** Countries in which X withholds the account, where it said so. */
export function withheldIn({ evidence }: AccountCheck): readonly string[] {
  return evidence?.withheld ?? []
}

/** What keeps the verdict from being clear although no ban was found, in sentences: search found only some posts, or X withholds the account. */
export function doubtsAbout(check: AccountCheck): string[] {
  const partly = partlyFound(check)
  const withheld = withheldSentence(withheldIn(check))
  return [
    ...(partly ? [resultText.verdict.partlyFound(partly.looked, partly.found)] : []),
    ...(withheld === null ? [] : [withheld]),
  ]
}

function reasonOf(check: AccountCheck, variant: Variant): Reason | null {
  const holds = (reason: Reason) => (reason === 'rate_limit' ? isLimited(check) : check[reason] === true)
  return REASONS[variant].find(holds) ?? null
}

/** The specified words of each reason. */
export const REASON_SENTENCES = {
  not_found: resultText.state.not_found.title,
  suspend: resultText.state.suspend.title,
  protect: resultText.state.protect.title,
  no_tweet: resultText.state.no_tweet.title,
  rate_limit: resultText.state.rateLimit,
} as const satisfies Record<Reason, string>
