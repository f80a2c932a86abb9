import { DAY_MS } from '../../contract/dates.ts'
import type { ItemEvidence, Reason } from '../../contract/wire.ts'
import { BANS, totalOfGroups } from '../../contract/outcomes.ts'
import type { Ban, PostGroup } from '../../contract/outcomes.ts'
import { causeRow } from '../../contract/reasons.ts'
import type { StoredCheck } from '../storage/records.ts'
import type { Tone } from '../lib/tones.ts'
import { isWithheldInJapan, withheldSentence } from '../text/accountFacts.ts'
import { formatShortTime, formatPeriod } from '../text/japanese.ts'
import { whyUnlisted } from '../text/reasons.ts'
import { resultText } from '../text/result.ts'
import { countJudgedPosts } from './posts.ts'
import { BAN_STATES } from './verdicts.ts'
import type { BanState, Verdict } from './verdicts.ts'

/** States in which an account cannot be judged: it does not exist, or X does not show it to the public. */
const CLOSED: ReadonlySet<StoredCheck['state']> = new Set(['not_found', 'suspend', 'protect'])

/** Whether the bans of a check were judged. They are also for an account without posts or with an unknown state. */
export function couldBansBeJudged({ state, limited }: StoredCheck): boolean {
  return !CLOSED.has(state) && !limited
}

/** Returns whether the account exists and is public, so that its result can be shared. */
export function isCheckShareable({ state }: StoredCheck): boolean {
  return !CLOSED.has(state)
}

/** Whether nothing was judged because the account has no posts of the last days that search could show. */
export function lacksPosts(check: StoredCheck): boolean {
  const hasNone = check.state === 'no_tweet' || check.items?.search_ban.reason?.cause === 'no_posts'
  return hasNone && couldBansBeJudged(check) && countJudgedBans(check.bans) === 0
}

/** How many days X's recent search covers. */
const SEARCH_DAYS = 7

/** The period whose posts an item was judged by, e.g. 7日間. */
export function judgedPeriod({ from, time = 0 }: Partial<ItemEvidence> = {}): string {
  return formatPeriod(from === undefined ? SEARCH_DAYS * DAY_MS : time - from)
}

export function storedBanState(check: StoredCheck, ban: Ban): BanState | null {
  if (!couldBansBeJudged(check)) return null
  const flag = check.bans[ban]
  const partly = ban === 'search_ban' && flag === false ? check.partly : null
  const flagged = flag === null ? 'unknown' : flag ? 'found' : 'clear'
  const name = partly ? 'partly' : flagged
  const state = BAN_STATES[name]
  return { ...state, name, words: partly ? bansText.partly(partly.looked, partly.found) : state.words }
}

export function foundBans(check: StoredCheck): Ban[] {
  return couldBansBeJudged(check) ? BANS.filter((ban) => check.bans[ban] === true) : []
}

export function unjudgedBans(check: StoredCheck): Ban[] {
  return isCheckShareable(check) ? BANS.filter((ban) => check.bans[ban] === null) : []
}

/** Whether this site can never judge the items that were not judged. If not, another check may judge some of them. */
export function lacksJudgingMethod({ bans, items }: StoredCheck): boolean {
  return BANS.every((ban) => {
    const cause = items?.[ban].reason?.cause
    return bans[ban] !== null || cause === 'no_method' || cause === 'not_offered'
  })
}

const { ban: bansText, state: words, verdict } = resultText

type BanFlags = StoredCheck['bans']

export function countJudgedBans(bans: BanFlags): number {
  return BANS.filter((ban) => bans[ban] !== null).length
}

/** Maximum number of bans that a verdict names. If there are more, it gives their number instead. */
const NAMED_BANS_MAX = 2

export function bansSentence(bans: BanFlags): string {
  const named = (flag: boolean) => BANS.filter((ban) => bans[ban] === flag).map((ban) => bansText[ban].name)
  const found = named(true)
  const clear = named(false)
  const isWhole = countJudgedBans(bans) === BANS.length
  if (found.length > 0)
    return isWhole && found.length > NAMED_BANS_MAX ? verdict.found(found.length) : verdict.foundOf(found)
  if (clear.length > 0) return isWhole ? verdict.none : verdict.noneOf(clear)
  return verdict.unknown
}

type StateReason = Exclude<StoredCheck['state'], 'open' | 'unknown'> | 'rate_limit'
/** `reason` says why the account could not be judged. It can be set together with a found ban; `sentence` then names the ban. */
export type AccountVerdict = { tone: Tone; sentence: string; reason: StateReason | null }

function reasonIn({ state, limited }: StoredCheck): StateReason | null {
  if (state !== 'open' && state !== 'unknown') return state
  return limited ? 'rate_limit' : null
}

/** Summarises a check in one sentence. */
export function accountVerdict(check: StoredCheck): AccountVerdict {
  const { bans } = check
  const reason = reasonIn(check)
  if (foundBans(check).length > 0) return { tone: 'excluded', sentence: bansSentence(bans), reason }
  if (reason) return { tone: 'unknown', sentence: words[reason].title, reason }
  if (lacksPosts(check))
    return { tone: 'unknown', sentence: verdict.noPosts(judgedPeriod(check.items?.search_ban)), reason }
  const { tone, sentence } = inconclusiveVerdict(check)
  const isWithheld = isWithheldInJapan(check.withheld ?? [])
  return { tone, sentence: isWithheld ? verdict.withheldInJapan(sentence) : sentence, reason }
}

/**
 * The verdict when no ban was found. Posts that are hidden in some way, or a list that could not be fetched, prevent the ✓. Single posts
 * that could not be looked up do not: the list says which they are.
 */
function inconclusiveVerdict(check: StoredCheck): Verdict {
  const { bans, posts } = check
  const sentence = bansSentence(bans)
  if (caveatsOf(check).length > 0 || (posts && posts.excluded + posts.quote + posts.restricted > 0))
    return { tone: 'warning', sentence }
  const judged = countJudgedBans(bans)
  if (judged === 1 && bans.search_ban === false) return { tone: 'ok', sentence: verdict.inSearch }
  return { tone: judged === 0 ? 'unknown' : 'ok', sentence }
}

type Caveat = 'withheld' | 'partly' | 'postsMissing' | 'posts'

/** The facts that keep a check without a found ban from its ✓, beside affected posts. The page says each of them in words. */
export function caveatsOf(check: StoredCheck): Caveat[] {
  const isCaveat: Record<Caveat, boolean> = {
    withheld: withheldSentence(check.withheld ?? []) !== null,
    partly: storedBanState(check, 'search_ban')?.name === 'partly',
    postsMissing: check.postsMissing,
    posts: check.posts !== null && check.posts.error > 0 && countJudgedPosts(check.posts) === 0,
  }
  return (Object.keys(isCaveat) as Caveat[]).filter((caveat) => isCaveat[caveat])
}

/** Says why the latest posts are missing, and when another check may get them; null if they are not missing. */
export function explainMissingPosts({ postsMissing, missing }: StoredCheck) {
  if (!postsMissing) return null
  const reason: Reason = missing ?? { cause: 'failed', part: 'timeline' }
  return {
    sentence: whyUnlisted(reason),
    again: reason.until === undefined ? null : words.worthAt(formatShortTime(reason.until)),
    canRetry: causeRow(reason.cause).retry === 'now',
  }
}

type LatestPosts = Pick<StoredCheck, 'posts' | 'judged' | 'oldPin'>

/** The group of the pinned post, if it is older than the other posts: it is none of the latest. */
export const groupOfOldPin = ({ judged, oldPin }: LatestPosts): PostGroup | undefined =>
  judged.find(([id]) => id === oldPin)?.[1]

/** Summarises how the latest posts were judged; null if there are none. `isFinding`: the sentence is about affected posts, so the page links it to their list. */
export function latestPostsSummary(check: LatestPosts): { sentence: string; isFinding: boolean } | null {
  const { posts } = check
  if (!posts) return null
  const { excluded, quote, restricted } = posts
  const pin = groupOfOldPin(check)
  const total = totalOfGroups(posts)
  const judged = countJudgedPosts(posts)
  const some = (group: PostGroup) => verdict.somePosts(posts[group], pin === group)
  const finding = (sentence: string) => ({ sentence, isFinding: true })
  const remark = (sentence: string) => ({ sentence, isFinding: false })
  if (excluded > 1 && excluded === total)
    return finding(verdict.postsAllExcluded(verdict.allPosts(excluded, pin !== undefined)))
  if (excluded > 0) return finding(verdict.postsExcluded(some('excluded')))
  if (restricted > 0) return finding(verdict.postsRestricted(some('restricted')))
  if (quote > 0) return finding(verdict.postsQuote(some('quote')))
  const found = verdict.allPosts(judged, pin === 'ok')
  if (judged === total) return remark(verdict.postsClear(found))
  if (judged > 0) return remark(verdict.postsPartly(found, total - judged))
  return total > 0 ? remark(verdict.postsUnsearched) : null
}
