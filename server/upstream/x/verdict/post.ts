import * as v from 'valibot'
import { snowflakeDate } from '../../../../contract/dates.ts'
import { METHOD_VERSION, QUOTE_STATES, UNSEARCHED_REASONS } from '../../../../contract/evidence.ts'
import type { PostEvidence, UnsearchedReason } from '../../../../contract/evidence.ts'
import type { PostStatus } from '../../../../contract/outcomes.ts'
import type { PostJudgement } from '../../../../contract/wire.ts'
import { Id, PostView, referencesOf, versionsIn } from '../schemas.ts'
import type { XPost } from '../schemas.ts'
import { NOT_INDEXABLE } from './reasons.ts'

const MINUTE_MS = 60_000
/** Recent search reaches back seven days, less what a check takes: X refuses older ids. */
export const RECENT_MS = 7 * 24 * 60 * MINUTE_MS - 5 * MINUTE_MS
/** A younger post may not be indexed yet. */
export const YOUNGEST_MS = 60 * MINUTE_MS

/** In Unix milliseconds; null for posts from before Snowflake ids. */
export const madeAt = (id: string): number | null => snowflakeDate(id)?.getTime() ?? null

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
