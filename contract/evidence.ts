import * as v from 'valibot'
import { eachBan } from './outcomes.ts'

/** Unix milliseconds that a calendar knows. */
export const Time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** For how many days a saved result can be seen; absent from servers that do not say. */
export const KeptDays = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)

/**
 * The version of how this server judges, which every result names: what two versions say differently is no change. 2: one look, whose
 * findings all answers rest on, with a control near in time.
 */
export const METHOD_VERSION = 2
/** How this method is called in files. */
export const METHOD_NAME = 'x_search'
/** How often search is asked for a post before it counts as missing, by the method of a version; results without one are the first's. */
export const looksOf = (version = 1): number => (version >= 2 ? 4 : 2)
const Version = v.fallback(v.optional(Count), undefined)

/** The method of a result: its name and version, and when X was first asked, in Unix milliseconds. */
export const Method = v.object({ name: v.pipe(v.string(), v.maxLength(40)), version: Count, asked: Time })
export type Method = v.InferOutput<typeof Method>

/**
 * Why search neither found a post nor counts it as missing.
 * - `not_offered`: this server does not search for posts. `not_asked`: more posts than a check searches for.
 * - `budget`: the day's budget is used up. `share`: this visitor's part of it is. `queue`: its turn did not come in time.
 * - `too_young`: search was asked, but the post is too young to be missed. `edited`: a newer version of the post exists.
 * - `no_control`: search did not show any other post of that time within the last minutes, so its silence proves nothing.
 * - `no_author`: X did not name the author, without whom the post cannot be looked for.
 * - `reply`, `community`, `repost`, `sensitive`, `withheld`: a post of a kind that X's index may not hold, or that X does not show to everyone.
 * - `partial`: search showed only a part of the time in which the post was made. `unseen`: X did not say whether it shows the post.
 * - `failed`: X's search gave no answer that counts. `limited`: X takes no more requests for now. `operator`: X refuses this server's access.
 */
export const UNSEARCHED_REASONS = [
  'not_offered',
  'not_asked',
  'budget',
  'share',
  'queue',
  'too_young',
  'edited',
  'no_control',
  'no_author',
  'failed',
  'limited',
  'operator',
  'reply',
  'community',
  'repost',
  'sensitive',
  'withheld',
  'partial',
  'unseen',
] as const
export type UnsearchedReason = (typeof UNSEARCHED_REASONS)[number]

/** What X showed of the post that this one quotes: `none` is quoted, it is `shown`, it is `restricted`, or X did not say. */
export const QUOTE_STATES = ['none', 'shown', 'restricted', 'unknown'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** What one post's status rests on. Other servers leave it out; the page then keeps to the status alone. */
export const PostEvidence = v.object({
  /** Whether X shows the post to people who are not logged in; null where X did not say. */
  visible: v.fallback(v.nullable(v.boolean()), null),
  /** true: X's API search found it. false: each look missed it, with a control near in time before and after. null: neither, for `reason`. */
  found: v.fallback(v.nullable(v.boolean()), null),
  reason: v.fallback(v.nullable(v.picklist(UNSEARCHED_REASONS)), null),
  /** When X was asked, as Unix milliseconds. */
  time: v.fallback(v.optional(Time), undefined),
  /** The author's screen name as X gives it. */
  author: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\w{1,15}$/))), undefined),
  quote: v.fallback(v.optional(v.picklist(QUOTE_STATES)), undefined),
  /** When search last showed the control, where the post was not found. */
  control: v.fallback(v.optional(Time), undefined),
  version: Version,
})
export type PostEvidence = v.InferOutput<typeof PostEvidence>

/** How an item was tested. `recent_search`: the account's own posts of the last days were looked for in X's search. */
const EVIDENCE_METHODS = ['recent_search'] as const

/**
 * Why something was not judged.
 * - `no_method`: X offers no public way to test this item.
 * - `account`: the account is suspended, protected, without posts or not there; there is nothing to test.
 * - `not_offered`: this server does not judge this item.
 * - `no_posts`: no own post in the span. `too_few`: too few to accuse, and none of them found. `too_close`: enough, but made in less than a day.
 * - `unseen`: X did not say that it shows the posts to people who are not logged in, or said that it does not.
 * - `no_control`: search did not show any other post of that time within the last minutes, so its silence proves nothing.
 * - `budget`: this server's calls of X are used up, or their turn did not come in time.
 * - `inconclusive`: search answered, but its answer shows neither.
 * - `search_failed`, `posts_failed`, `account_failed`: X's search, timeline or user lookup gave no answer that counts.
 * - `limited`: X takes no more requests for now. `operator`: X refuses this server's access (token, plan or credits).
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
] as const
export type UnjudgedReason = (typeof UNJUDGED_REASONS)[number]

/** What one flag rests on. A judged flag has a method and no reason; one that was not judged has a reason, and counts if posts were read. */
const ItemEvidence = v.object({
  method: v.fallback(v.nullable(v.picklist(EVIDENCE_METHODS)), null),
  /** Why the flag is null; null itself where the flag was judged, or where a newer server names a reason unknown here. */
  reason: v.fallback(v.nullable(v.picklist(UNJUDGED_REASONS)), null),
  /** Own posts of the span that were judged, or where the flag is null those that would count, and how many of them search found. */
  looked: v.optional(Count),
  found: v.optional(Count),
  /** When search last found the control, a post that it is known to hold. */
  control: v.fallback(v.optional(Time), undefined),
  /** The span in which those posts were made. */
  from: v.optional(Time),
  to: v.optional(Time),
  /** When X was asked for this item. */
  time: v.optional(Time),
})
export type ItemEvidence = v.InferOutput<typeof ItemEvidence>

/** How complete the list of posts is. */
export const ListEvidence = v.object({
  /** Why there is no list although it was asked for; null where there is one. */
  reason: v.fallback(v.nullable(v.picklist(UNJUDGED_REASONS)), null),
  /** Whether X told which post is pinned. When it did not, one of the posts may be, and a pinned older one is missing. */
  pinTold: v.boolean(),
  /** Whether X told reposts and quotes from own posts. When it did not, reposts are left out and quotes count as own posts. */
  kindsTold: v.boolean(),
  /** When X was asked for the list. */
  time: v.optional(Time),
})
export type ListEvidence = v.InferOutput<typeof ListEvidence>

/**
 * What an account check rests on. Other servers leave it out; the page then shows none.
 * `time` is when X was asked for the account: answers are kept for up to 15 minutes.
 */
export const Evidence = v.object({
  time: Time,
  version: Version,
  items: v.object(eachBan(() => ItemEvidence)),
  /** Countries, as ISO 3166 codes, in which X withholds the account; absent where X did not say. */
  withheld: v.fallback(v.optional(v.array(v.string())), undefined),
  /** Only where the list of posts was asked for. */
  tweets: v.optional(ListEvidence),
})
export type Evidence = v.InferOutput<typeof Evidence>
