import { BANS } from '../../contract/outcomes.ts'
import {
  accountVerdict,
  explainMissingPosts,
  foundBans,
  lacksPosts,
  latestPostsSummary,
  unjudgedBans,
} from '../results/accountVerdict.ts'
import type { StoredCheck } from '../storage/records.ts'

/** What helps most after a check. Its button is the one filled button of the answer. */
export type NextStep =
  | 'plan'
  | 'editName'
  | 'otherName'
  | 'appeal'
  | 'checkAgain'
  | 'retry'
  | 'posts'
  | 'guide'
  | 'share'

export function nextStepAfter(check: StoredCheck): NextStep {
  const { reason } = accountVerdict(check)
  if (foundBans(check).length > 0) return 'plan'
  if (reason === 'not_found') return 'editName'
  if (lacksPosts(check)) return 'otherName'
  if (reason === 'suspend') return 'appeal'
  if (reason === 'protect') return 'checkAgain'
  if (check.limited || explainMissingPosts(check)?.canRetry) return 'retry'
  const unjudged = unjudgedBans(check).length
  if (unjudged < BANS.length && latestPostsSummary(check)?.isFinding) return 'posts'
  // Most is still unknown, and only the visitor can look.
  return unjudged > BANS.length / 2 ? 'guide' : 'share'
}
