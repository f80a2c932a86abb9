import * as v from 'valibot'
import { eachBan } from './outcomes.ts'

/** Unix milliseconds that a `Date` can hold. */
export const Time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A member that may be absent, and is read as absent where it has another shape. */
/* @__NO_SIDE_EFFECTS__ */
export function maybe<S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}

export const KeptDays = maybe(v.pipe(v.number(), v.integer(), v.minValue(1)))

/**
 * Results of different versions are not compared. Version 2 asks four times, with a control near in time. In version 3 the control is newer than
 * the post or at most an hour older, and X is asked once more whether the post and the account are still there.
 */
export const METHOD_VERSION = 3
/** Its name in exported files. */
export const METHOD_NAME = 'x_search'
/** Searches after which a post counts as missing, by version. */
export const looksOf = (version = 1): number => (version >= 2 ? 4 : 2)
const Version = maybe(Count)

/** `asked` is when X was first asked. */
export const Method = v.object({ name: v.pipe(v.string(), v.maxLength(40)), version: Count, asked: Time })
export type Method = v.InferOutput<typeof Method>

/**
 * Why search neither found a post nor counts it as missing, each with whether a check right after this one may search for the post.
 * - `not_offered`: this server does not search for posts. `not_asked`: the batch holds more posts than are searched for.
 * - `budget`: this server's budget of the day is used up; `hour`: its part for this hour; `share`: this connection's share. `queue`: the call did
 *   not come in time.
 * - `edited`: the newest version is too young. `no_control`: search showed no other post made near in time.
 * - `reply` to `withheld`: X's index may not hold such a post, or X does not show it to everyone.
 * - `partial`: X returned only a part of the results.
 * - `absent`: X's lookup of posts does not have it any more. `not_told`: it did not tell what kind of post it is. `other_author`: X names another
 *   author. `control_limit`: more posts were missing than are confirmed at once.
 * - Who did not answer, and why. No usable answer: `failed` of search, `lookup_failed` of the lookup of posts, `unseen` of oEmbed, which says whether
 *   X shows the post. X's rate limit: `limited`, `lookup_limited`, `view_limited`. X refuses this server: `operator`, `lookup_operator`,
 *   `view_operator`.
 */
export const IS_RETRYABLE = {
  not_offered: false,
  not_asked: false,
  budget: false,
  share: false,
  queue: true,
  too_young: false,
  edited: false,
  no_control: true,
  no_author: false,
  failed: true,
  limited: true,
  operator: false,
  reply: false,
  community: false,
  repost: false,
  sensitive: false,
  withheld: false,
  partial: true,
  unseen: true,
  absent: false,
  not_told: true,
  lookup_failed: true,
  other_author: false,
  control_limit: true,
  hour: false,
  lookup_limited: true,
  lookup_operator: false,
  view_limited: true,
  view_operator: false,
} as const satisfies Record<string, boolean>
export type UnsearchedReason = keyof typeof IS_RETRYABLE
export const UNSEARCHED_REASONS = Object.keys(IS_RETRYABLE) as readonly UnsearchedReason[]

export const QUOTE_STATES = ['none', 'shown', 'restricted', 'unknown'] as const

/** What one post's status rests on; other servers leave it out. */
export const PostEvidence = v.object({
  /** To people who are not logged in; null where X did not say. */
  visible: v.fallback(v.nullable(v.boolean()), null),
  /** false: each look missed it, with a control before and after. null: neither, for `reason`. */
  found: v.fallback(v.nullable(v.boolean()), null),
  reason: v.fallback(v.nullable(v.picklist(UNSEARCHED_REASONS)), null),
  time: maybe(Time),
  author: maybe(v.pipe(v.string(), v.regex(/^\w{1,15}$/))),
  quote: maybe(v.picklist(QUOTE_STATES)),
  /** When search last showed the control of a miss. */
  control: maybe(Time),
  version: Version,
})
export type PostEvidence = v.InferOutput<typeof PostEvidence>

/**
 * Why something was not judged.
 * - `no_method`: X offers no public way to test this item. `not_offered`: this server does not judge it.
 * - `account`: the account is suspended, protected, without posts or not there.
 * - `no_posts`: no own post in the span. `too_few`: too few to accuse. `too_close`: made in less than a day.
 * - `unseen`: X did not say that it shows the posts to people who are not logged in, or said that it does not.
 * - `no_control`: search showed no other post made near in time. `inconclusive`: its answer shows neither.
 * - `budget`, `hour`, `share`, `queue`: as for a post.
 * - Who did not answer: search (`search_failed`), the timeline (`posts_failed`), the lookup of posts (`lookup_failed`), that of accounts
 *   (`account_failed`). X's rate limit: `limited` of search, `posts_limited`, `lookup_limited`, `account_limited`, `view_limited` of oEmbed. X refuses
 *   this server's token, plan or credits: `operator` of search, `posts_operator`, `lookup_operator`, `account_operator`, `view_operator`.
 * - `crowded`: replies and reposts hid the posts that count. `none_fit`: search may lack each post of the span, by its kind.
 */
export const UNJUDGED_REASONS = [
  'no_method',
  'not_offered',
  'account',
  'no_posts',
  'too_few',
  'too_close',
  'unseen',
  'budget',
  'no_control',
  'inconclusive',
  'search_failed',
  'posts_failed',
  'account_failed',
  'limited',
  'operator',
  'crowded',
  'none_fit',
  'hour',
  'share',
  'queue',
  'posts_limited',
  'posts_operator',
  'lookup_failed',
  'lookup_limited',
  'lookup_operator',
  'account_limited',
  'account_operator',
  'view_limited',
  'view_operator',
] as const
export type UnjudgedReason = (typeof UNJUDGED_REASONS)[number]

export const ItemEvidence = v.object({
  /** `recent_search`: the account's own posts of the last days were searched for. */
  method: v.fallback(v.nullable(v.picklist(['recent_search'])), null),
  /** Null where the flag was judged, and for a newer server's reason. */
  reason: v.fallback(v.nullable(v.picklist(UNJUDGED_REASONS)), null),
  /** Own posts of the span that count, and how many of them search found. */
  looked: v.optional(Count),
  found: v.optional(Count),
  control: maybe(Time),
  from: v.optional(Time),
  to: v.optional(Time),
  time: v.optional(Time),
})
export type ItemEvidence = v.InferOutput<typeof ItemEvidence>

export const ListEvidence = v.object({
  /** Null where there is a list. */
  reason: v.fallback(v.nullable(v.picklist(UNJUDGED_REASONS)), null),
  /** Whether X told which post is pinned. If not, a pinned older one is missing. */
  pinTold: v.boolean(),
  /** Whether X told reposts and quotes from own posts. If not, reposts are left out and quotes count as own. */
  kindsTold: v.boolean(),
  time: v.optional(Time),
})
export type ListEvidence = v.InferOutput<typeof ListEvidence>

/**
 * What X tells of an account beside its verdicts. A device stores these members as they are, and `src/text/accountFacts.ts` says where each
 * is shown and in which words.
 */
export const ACCOUNT_FACTS = {
  /** Countries, as ISO 3166 codes, in which X withholds the account. */
  withheld: maybe(v.array(v.string())),
}
/** All facts, so that the compiler names the upstream that forgets one; undefined if X did not tell. */
export type AccountFacts = {
  [Fact in keyof typeof ACCOUNT_FACTS]: v.InferOutput<(typeof ACCOUNT_FACTS)[Fact]>
}

/** What an account check rests on; other servers leave it out. */
export const Evidence = v.object({
  /** When X was asked for the account: answers are cached for up to 15 minutes. */
  time: Time,
  version: Version,
  items: v.object(eachBan(() => ItemEvidence)),
  ...ACCOUNT_FACTS,
  tweets: v.optional(ListEvidence),
})
export type Evidence = v.InferOutput<typeof Evidence>
