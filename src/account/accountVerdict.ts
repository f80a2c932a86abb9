import type { UnjudgedReason } from '../../contract/evidence.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { countGroups, judgedPosts } from '../results/posts.ts'
import type { GroupCounts } from '../results/posts.ts'
import { banState, bansSentence, inconclusiveVerdict } from '../results/verdicts.ts'
import type { BanState, Partly } from '../results/verdicts.ts'
import { formatMinute } from '../text/japanese.ts'
import { resultText, withheldSentence } from '../text/result.ts'
import type { Tone } from '../lib/tones.ts'
import type { AccountQuery, Variant } from './checkAccount.ts'

export function showsBanStates(check: AccountCheck): boolean {
  return !check.not_found && !check.suspend && !check.protect && !isLimited(check)
}

/** Whether X's rate limit for user searches is reached. */
export function isLimited(check: AccountCheck): boolean {
  return check.api_status.userSearchGroup.rate_limit
}

const { state: words } = resultText

/** Reasons for which asking again at once does not help, and which X has no part in. */
const WHY_MISSING: Partial<Record<UnjudgedReason, string>> = {
  operator: words.postsOperator,
  posts_operator: words.postsOperator,
  budget: words.postsBudget,
  hour: words.postsHour,
  share: words.postsShare,
  crowded: words.postsCrowded,
}

export function missingPosts(check: AccountCheck, isAsked: boolean) {
  if (!isAsked) return null
  const { rate_limit: isLimited, reset } = check.api_status.userTimelineGroup
  if (isLimited) {
    const again = reset === undefined ? [] : [words.worthAt(formatMinute(reset))]
    return { sentences: [words.rate_limit.title, ...again], canRetry: true }
  }
  if (!showsBanStates(check)) return null
  const reason = check.evidence?.tweets?.reason ?? null
  const because = reason === null ? undefined : WHY_MISSING[reason]
  if (because) return { sentences: [because], canRetry: false }
  if (reason === 'account' || reason === 'no_posts' || check.no_tweet) return null
  if (reason === null && check.tweets) return null
  return { sentences: [words.postsFailed], canRetry: true }
}

/** Reasons why an account cannot be judged. If several apply, the first one is shown; the order differs between the two pages. */
const REASONS = {
  main: ['not_found', 'suspend', 'protect', 'no_tweet', 'rate_limit'],
  test: ['suspend', 'not_found', 'protect', 'no_tweet', 'rate_limit'],
} as const satisfies Record<Variant, readonly string[]>
type Reason = (typeof REASONS)[Variant][number]
/** `reason` can be set together with a found ban; `sentence` then names the ban. */
export type Verdict = { tone: Tone; sentence: string; reason: Reason | null }
export type Asked = Pick<AccountQuery, 'variant' | 'posts'>

export function isShareable(check: AccountCheck): boolean {
  return !check.suspend && !check.protect && !check.not_found
}

export function accountVerdict(check: AccountCheck, { variant, posts }: Asked): Verdict {
  const holds = (reason: Reason) => (reason === 'rate_limit' ? isLimited(check) : check[reason] === true)
  const reason = REASONS[variant].find(holds) ?? null
  if (showsBanStates(check) && BANS.some((ban) => check[ban] === true)) {
    return { tone: 'excluded', sentence: bansSentence(check), reason }
  }
  if (reason) return { tone: 'unknown', sentence: words[reason].title, reason }
  const amiss =
    partlyFound(check) !== null || withheldIn(check).length > 0 || missingPosts(check, posts) !== null
  return { ...inconclusiveVerdict({ bans: check, posts: postCounts(check), amiss }), reason }
}

/** The listed posts without reposts: those are somebody else's, and count neither for nor against the account. */
export function ownPosts({ tweets = [] }: AccountCheck): PostResult[] {
  return tweets.filter((post) => !isRepost(post))
}

/** Of a repost the server names no author in the address, and gives the reason where it searches for posts. */
function isRepost({ url, evidence }: PostResult): boolean {
  return evidence?.reason === 'repost' || parsePostUrl(url)?.name === null
}

/** How many of the account's own listed posts are in each group; null where there is none. */
export function postCounts(check: AccountCheck): GroupCounts | null {
  const posts = ownPosts(check)
  return posts.length > 0 ? countGroups(posts) : null
}

export function withheldIn({ evidence }: AccountCheck): readonly string[] {
  return evidence?.withheld ?? []
}

/** Whether this site can never judge the items that were not judged. If not, another check may judge some of them. */
export function hasNoMethod(check: AccountCheck): boolean {
  return BANS.every((ban) => {
    const reason = check.evidence?.items[ban].reason
    return check[ban] !== null || reason === 'no_method' || reason === 'not_offered'
  })
}

export function doubtsAbout(check: AccountCheck): string[] {
  const partly = partlyFound(check)
  const withheld = withheldSentence(withheldIn(check))
  return [
    ...(partly ? [resultText.verdict.partlyFound(partly.looked, partly.found)] : []),
    ...(withheld === null ? [] : [withheld]),
  ]
}

export function accountBanState(check: AccountCheck, ban: Ban): BanState {
  return banState(ban, check[ban], partlyFound(check))
}

/** How many posts were searched for and found, if search found only some of them and the server still reports no search ban; else null. */
export function partlyFound({ search_ban: isBanned, evidence }: AccountCheck): Partly | null {
  const { method, looked = 0, found = 0 } = evidence?.items.search_ban ?? {}
  return isBanned === false && method === 'recent_search' && found < looked ? { looked, found } : null
}

/** Summarises how the latest posts were judged; null if there are only errors. `isFinding`: the sentence is about affected posts, so the page links it to their list. */
export function postsLine(counts: GroupCounts): { sentence: string; isFinding: boolean } | null {
  const { verdict } = resultText
  const { excluded, quote, restricted, unsearched } = counts
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const judged = judgedPosts(counts)
  const finding = (sentence: string) => ({ sentence, isFinding: true })
  const remark = (sentence: string) => ({ sentence, isFinding: false })
  if (excluded > 0) return finding(verdict.postsExcluded(excluded))
  if (restricted > 0) return finding(verdict.postsRestricted(restricted))
  if (quote > 0) return finding(verdict.postsQuote(quote))
  if (judged === total) return remark(verdict.postsClear(judged))
  if (judged > 0) return remark(verdict.postsPartly(judged, total - judged))
  return unsearched > 0 ? remark(verdict.postsUnsearched) : null
}
