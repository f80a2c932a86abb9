import { BANS } from '../../contract/bans.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { countGroups } from '../results/group.ts'
import type { GroupCounts } from '../results/group.ts'
import { withoutFinding } from '../results/withoutFinding.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'
import type { Variant } from './query.ts'

/** Why an account may not be judged, by priority on each page; a rate limit comes last. */
const REASONS = {
  main: ['not_found', 'suspend', 'protect', 'no_tweet', 'rate_limit'],
  test: ['suspend', 'not_found', 'protect', 'no_tweet', 'rate_limit'],
} as const
export type Reason = (typeof REASONS)[Variant][number]
export type Verdict = { tone: Tone; sentence: string; reason: Reason | null }

/** Whether the four bans carry a state at all. */
export function showsBanStates(check: AccountCheck): boolean {
  return !check.not_found && !check.suspend && !check.protect && !isLimited(check)
}

/** Whether the result may be shared. */
export function isShareable(check: AccountCheck): boolean {
  return !check.suspend && !check.protect && !check.not_found
}

/** The answer in one sentence: why the account could not be judged, or what was found. Only items that were determined count as clear. */
export function accountVerdict(check: AccountCheck, variant: Variant = 'main'): Verdict {
  const found = showsBanStates(check) ? BANS.filter((ban) => check[ban] === true).length : 0
  const reason = reasonOf(check, variant)
  if (found > 0) return { tone: 'excluded', sentence: resultText.verdict.found(found), reason }
  if (reason) return { tone: 'unknown', sentence: REASON_SENTENCES[reason], reason }
  const unknown = BANS.filter((ban) => check[ban] === null).length
  return { ...withoutFinding(unknown, postCounts(check)?.excluded ?? 0), reason }
}

/** How the latest posts were judged; null where none were. */
export function postCounts({ tweets }: AccountCheck): GroupCounts | null {
  return tweets && tweets.length > 0 ? countGroups(tweets) : null
}

function reasonOf(check: AccountCheck, variant: Variant): Reason | null {
  const holds = (reason: Reason) => (reason === 'rate_limit' ? isLimited(check) : check[reason] === true)
  return REASONS[variant].find(holds) ?? null
}

const REASON_SENTENCES = {
  not_found: resultText.state.not_found.title,
  suspend: resultText.state.suspend.title,
  protect: resultText.state.protect.title,
  no_tweet: resultText.state.no_tweet.title,
  rate_limit: resultText.state.rateLimit,
} as const satisfies Record<Reason, string>

function isLimited(check: AccountCheck): boolean {
  return check.api_status.userSearchGroup.rate_limit
}
