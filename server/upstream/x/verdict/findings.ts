import * as v from 'valibot'
import { snowflakeDate } from '../../../../contract/dates.ts'
import { METHOD_VERSION, QUOTE_STATES, UNSEARCHED_REASONS } from '../../../../contract/evidence.ts'
import type { PostEvidence, UnjudgedReason, UnsearchedReason } from '../../../../contract/evidence.ts'
import type { PostStatus } from '../../../../contract/outcomes.ts'
import type { PostJudgement } from '../../../../contract/wire.ts'
import { Id, PostView, referencesOf, versionsIn } from '../schemas.ts'
import type { XPost } from '../schemas.ts'

const MINUTE_MS = 60_000
/** Recent search reaches back seven days, less what a check takes: X refuses older ids. */
export const RECENT_MS = 7 * 24 * 60 * MINUTE_MS - 5 * MINUTE_MS
/** A younger post may not be indexed yet. */
export const YOUNGEST_MS = 60 * MINUTE_MS

/** In Unix milliseconds; null for posts from before Snowflake ids. */
export const madeAt = (id: string): number | null => snowflakeDate(id)?.getTime() ?? null

/** Kinds of posts of which a miss is no evidence. */
export const NOT_INDEXABLE = [
  'reply',
  'repost',
  'community',
  'sensitive',
  'withheld',
  'other_author',
] as const

type AboutReason = {
  /** How long a finding with this reason is kept: the reason holds a minute later, or it does not. */
  lasts: boolean
  /** It is about one client's share, and says nothing of another client's search. */
  ofOneClient: boolean
  /** The reason of an account's verdict that rests on such a post. */
  verdict: UnjudgedReason
}
const about = (verdict: UnjudgedReason, more: Partial<AboutReason> = {}): AboutReason => ({
  lasts: false,
  ofOneClient: false,
  verdict,
  ...more,
})
const LASTING = { lasts: true }
const OF_ONE_CLIENT = { ofOneClient: true }

/** What each reason means for the cache, for other clients and for the verdict. Its sentence is in `src/text/postSearch.ts`. */
export const REASONS: Readonly<Record<UnsearchedReason, AboutReason>> = {
  not_offered: about('inconclusive', LASTING),
  not_asked: about('inconclusive'),
  budget: about('budget'),
  share: about('budget', OF_ONE_CLIENT),
  queue: about('budget', OF_ONE_CLIENT),
  too_young: about('inconclusive', LASTING),
  edited: about('inconclusive', LASTING),
  no_control: about('no_control'),
  no_author: about('inconclusive'),
  failed: about('search_failed'),
  limited: about('limited'),
  operator: about('operator'),
  reply: about('inconclusive', LASTING),
  community: about('inconclusive', LASTING),
  repost: about('inconclusive', LASTING),
  sensitive: about('inconclusive', LASTING),
  withheld: about('inconclusive', LASTING),
  partial: about('inconclusive'),
  unseen: about('unseen'),
  absent: about('posts_failed'),
  not_told: about('posts_failed'),
  lookup_failed: about('posts_failed'),
  other_author: about('inconclusive', LASTING),
  control_limit: about('no_control'),
}

const isNotIndexable = (reason: UnsearchedReason | null) => NOT_INDEXABLE.some((kind) => kind === reason)
export const Facts = v.object({
  /** One id for each edit, the newest last. */
  versions: v.pipe(v.array(Id), v.minLength(1)),
  /** Why a miss of the post is no evidence; null where it is. */
  unfit: v.nullable(v.picklist(NOT_INDEXABLE)),
  /** Whether X told all of it. If not, it is looked up before the post counts as missing. */
  isComplete: v.boolean(),
})
export type Facts = v.InferOutput<typeof Facts>

/**
 * `referencesTold`: whether X was asked what the post answers or repeats, and took the question. X always answers `possibly_sensitive`: if it is
 * absent, X ignored the names of the fields. `userId` is the account that listed the post.
 */
export function factsOf(
  post: XPost,
  referencesTold: boolean,
  { versions = versionsIn(post), userId }: { versions?: readonly string[] | null; userId?: string } = {},
): Facts | null {
  if (!versions) return null
  const isOthers = userId !== undefined && post.author_id !== undefined && post.author_id !== userId
  const types = referencesOf(post).map(({ type }) => type)
  const unfit = isRepost(post)
    ? 'repost'
    : types.includes('replied_to')
      ? 'reply'
      : post.community_id !== undefined
        ? 'community'
        : post.withheld
          ? 'withheld'
          : post.possibly_sensitive
            ? 'sensitive'
            : isOthers
              ? 'other_author'
              : null
  const isComplete = referencesTold && post.possibly_sensitive !== undefined
  return { versions: [...versions], unfit, isComplete }
}

/** A repost's text begins with "RT @" even where X gives no references. */
export const isRepost = (post: XPost) =>
  /^RT @\w/.test(post.text) ||
  referencesOf(post).some(({ type }) => type === 'retweeted' || type === 'reposted')

/** `time` is when search was asked last. */
export type SearchOutcome =
  /** `quoted` is undefined where X did not tell whether the post quotes another. */
  | { found: true; time: number; quoted: string | null | undefined }
  /** `control` is when the last control was shown. */
  | { found: false; time: number; control: number }
  | { found: null; reason: UnsearchedReason; time: number | null }

export const unasked = (reason: UnsearchedReason): SearchOutcome => ({ found: null, reason, time: null })

/** All that is known of one post: every answer about it rests on this. */
export const Finding = v.object({
  ...v.pick(PostView, ['state', 'author']).entries,
  seen: v.number(),
  quote: v.picklist(QUOTE_STATES),
  found: v.nullable(v.boolean()),
  reason: v.nullable(v.picklist(UNSEARCHED_REASONS)),
  time: v.nullable(v.number()),
  control: v.nullable(v.number()),
})
export type Finding = v.InferOutput<typeof Finding>

const VISIBLE = { shown: true, restricted: false, gone: false, unknown: null } as const

export function judgementOf(finding: Finding): PostJudgement {
  const { state, author, found, reason, quote, control } = finding
  const isGone = state === 'gone'
  const evidence: PostEvidence = {
    visible: VISIBLE[state],
    found: isGone ? null : found,
    reason: isGone ? null : reason,
    time: finding.time ?? finding.seen,
    ...(author && { author }),
    ...(state === 'shown' && { quote }),
    ...(control !== null && { control }),
    version: METHOD_VERSION,
  }
  return { status: statusOf(finding), evidence }
}

function statusOf({ state, found, quote }: Finding): PostStatus {
  if (state === 'gone') return 'NOT_FOUND'
  if (found) return quote === 'restricted' ? 'QUATE_FORBIDDEN' : 'AVAILABLE'
  if (state === 'restricted') return 'RESTRICTED'
  if (state === 'unknown') return 'UNKNOWN'
  return found === false ? 'FORBIDDEN' : 'UNSEARCHED'
}

/** An own post, no repost and no reply. `facts` is null where X accepts neither generation of names; `hit` is when the search of the whole span showed it. */
export const Original = v.object({
  id: Id,
  facts: v.nullable(Facts),
  quoted: v.optional(v.nullable(Id)),
  hit: v.optional(v.number()),
})
export type Original = v.InferOutput<typeof Original>

/** All ids that a post is known to have. */
export const knownIds = ({ id, facts }: { id: string; facts: Facts | null }): string[] => [
  id,
  ...(facts?.versions ?? []),
]

/** Fewer misses prove nothing. */
const MISSED_MIN = 5
/** Misses within this span prove nothing: an index may lack a day. */
export const SPREAD_MS = 24 * 60 * MINUTE_MS

export const dueSpan = (now: number) => ({ from: now - RECENT_MS, to: now - YOUNGEST_MS })

export type SearchVerdict = {
  ban: boolean | null
  reason: UnjudgedReason | null
  looked: number
  found: number
  time?: number
  control?: number
}

type Looked = {
  isWhole: boolean
  isSpanSearched: boolean
  /** When X was asked for the account once more. */
  confirmed: number | null
}

/**
 * Only posts count that X shows to everyone and its index holds. A single hit clears the account; only a miss of all accuses it. `isWhole`:
 * X listed all posts of the span; `isSpanSearched`: search was asked for any post of the span.
 */
export function searchVerdict(
  originals: readonly Original[],
  findings: ReadonlyMap<string, Finding>,
  { isWhole, isSpanSearched, confirmed }: Looked,
): SearchVerdict {
  const fit = originals.flatMap(({ id, facts }) => {
    const finding = findings.get(id)
    const isShownToSome = facts?.unfit === 'sensitive' || facts?.unfit === 'withheld'
    const isUnfit =
      (facts?.unfit || isNotIndexable(finding?.reason ?? null)) && !(isShownToSome && finding?.found)
    return finding && !isUnfit ? [{ id, finding }] : []
  })
  const all = fit.filter(({ finding: { state } }) => state !== 'restricted' && state !== 'gone')
  const found = all.filter(({ finding }) => finding.found === true)
  const missed = all.filter(({ finding }) => finding.found === false && finding.state === 'shown')
  const times = all.flatMap(({ finding }) => finding.time ?? [])
  const asked = times.length > 0 ? { time: Math.min(...times) } : {}
  const counts = { looked: all.length, found: found.length, ...asked }
  if (found.length > 0) return { ban: false, reason: null, ...counts, looked: found.length + missed.length }
  if (all.length === 0) {
    const none = !isWhole ? 'crowded' : originals.length === 0 ? 'no_posts' : 'none_fit'
    return { ban: null, reason: fit.length > 0 ? 'unseen' : none, ...counts }
  }
  const open = all.find((one) => !missed.includes(one))
  if (open) return { ban: null, reason: reasonOf(open.finding), ...counts }
  if (missed.length < MISSED_MIN) {
    return { ban: null, reason: isWhole ? 'too_few' : 'crowded', ...counts }
  }
  const made = missed.map(({ id }) => madeAt(id) ?? Number.NaN)
  if (!(Math.max(...made) - Math.min(...made) >= SPREAD_MS)) {
    return { ban: null, reason: 'too_close', ...counts }
  }
  if (!isSpanSearched) return { ban: null, reason: 'inconclusive', ...counts }
  const lastMiss = Math.max(...missed.map(({ finding }) => finding.time ?? Number.NaN))
  if (!((confirmed ?? -Infinity) >= lastMiss)) return { ban: null, reason: 'account_failed', ...counts }
  const control = Math.min(...missed.map(({ finding }) => finding.control ?? Number.NaN))
  return { ban: true, reason: null, ...counts, control }
}

function reasonOf({ state, reason }: Finding): UnjudgedReason {
  return state === 'unknown' || reason === null ? 'unseen' : REASONS[reason].verdict
}
