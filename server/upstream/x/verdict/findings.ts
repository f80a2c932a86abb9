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

export const UNFIT = ['reply', 'repost', 'community', 'sensitive', 'withheld'] as const
export const Facts = v.object({
  /** One id for each edit, the newest last. */
  versions: v.pipe(v.array(Id), v.minLength(1)),
  /** Why a miss of the post is no evidence; null where it is. */
  unfit: v.nullable(v.picklist(UNFIT)),
})
export type Facts = v.InferOutput<typeof Facts>

export function factsOf(post: XPost, versions: readonly string[] | null = versionsIn(post)): Facts | null {
  if (!versions) return null
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
            : null
  return { versions: [...versions], unfit }
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

/** An own post, no repost and no reply. `facts` is null where X accepts neither generation of names; `hit` is when a sweep showed it. */
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

/**
 * Only posts count that X shows to everyone and its index holds. A single hit clears the account; only a miss of all accuses it. `isWhole`:
 * X listed all posts of the span; `isSwept`: search was asked for any post of the span.
 */
export function searchVerdict(
  originals: readonly Original[],
  findings: ReadonlyMap<string, Finding>,
  { isWhole, isSwept }: { isWhole: boolean; isSwept: boolean },
): SearchVerdict {
  const fit = originals.flatMap(({ id, facts }) => {
    const finding = findings.get(id)
    const isShownToSome = facts?.unfit === 'sensitive' || facts?.unfit === 'withheld'
    const isUnfit = facts?.unfit && !(isShownToSome && finding?.found)
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
    const none = isWhole && originals.length === 0 ? 'no_posts' : 'inconclusive'
    return { ban: null, reason: fit.length > 0 ? 'unseen' : none, ...counts }
  }
  const open = all.find((one) => !missed.includes(one))
  if (open) return { ban: null, reason: reasonOf(open.finding), ...counts }
  if (missed.length < MISSED_MIN) return { ban: null, reason: 'too_few', ...counts }
  const made = missed.map(({ id }) => madeAt(id) ?? Number.NaN)
  if (!(Math.max(...made) - Math.min(...made) >= SPREAD_MS)) {
    return { ban: null, reason: 'too_close', ...counts }
  }
  if (!isSwept) return { ban: null, reason: 'inconclusive', ...counts }
  const control = Math.min(...missed.map(({ finding }) => finding.control ?? Number.NaN))
  return { ban: true, reason: null, ...counts, control }
}

function reasonOf({ state, reason }: Finding): UnjudgedReason {
  return state === 'unknown' ? 'unseen' : ((reason && REASONS[reason]) ?? 'inconclusive')
}
const REASONS: Partial<Record<UnsearchedReason, UnjudgedReason>> = {
  no_control: 'no_control',
  limited: 'limited',
  operator: 'operator',
  failed: 'search_failed',
  unseen: 'unseen',
  budget: 'budget',
  share: 'budget',
  queue: 'budget',
}
