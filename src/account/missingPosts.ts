import type { AccountCheck } from '../../contract/wire.ts'
import { formatMinute } from '../text/formatTime.ts'
import { resultText } from '../text/result.ts'
import { showsBanStates } from './showsBanStates.ts'

/** Why the latest posts are not there although they were asked for, and whether another try may bring them. */
type MissingPosts = { sentences: string[]; canRetry: boolean }

const { state: words } = resultText

/** Null where the posts are there, were not asked for, or where the account has none. */
export function missingPosts(check: AccountCheck, isAsked: boolean): MissingPosts | null {
  if (!isAsked) return null
  const { rate_limit: isLimited, reset } = check.api_status.userTimelineGroup
  if (isLimited) {
    const again = reset === undefined ? [] : [words.worthAt(formatMinute(reset))]
    return { sentences: [words.rateLimit, ...again], canRetry: true }
  }
  if (!showsBanStates(check)) return null
  const reason = check.evidence?.tweets?.reason ?? null
  if (reason === 'operator') return { sentences: [words.postsOperator], canRetry: false }
  if (reason === 'account' || reason === 'no_posts' || check.no_tweet) return null
  if (reason === null && check.tweets) return null
  return { sentences: [words.postsFailed], canRetry: true }
}
