import * as v from 'valibot'
import { Time } from './quantities.ts'

/**
 * Why search neither found a post nor counts it as missing.
 * - `not_offered`: this server does not search for posts. `not_asked`: more posts than a check searches for.
 * - `budget`: the day's budget is used up. `share`: this visitor's part of it is. `queue`: its turn did not come in time.
 * - `too_young`: search was asked, but the post is too young to be missed. `edited`: a newer version of the post exists.
 * - `no_control`: search did not find what it is known to hold either, so its silence proves nothing.
 * - `no_author`: X did not name the author, without whom the post cannot be looked for.
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
] as const
export type UnsearchedReason = (typeof UNSEARCHED_REASONS)[number]

/** What X showed of the post that this one quotes: `none` is quoted, it is `shown`, it is `restricted`, or its link could not be followed. */
const QUOTE_STATES = ['none', 'shown', 'restricted', 'unknown'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** What one post's status rests on. Other servers leave it out; the page then keeps to the status alone. */
export const PostEvidence = v.object({
  /** Whether X shows the post to people who are not logged in; null where X did not say. */
  visible: v.fallback(v.nullable(v.boolean()), null),
  /** true: X's API search found it. false: it was looked for twice, and a control was found in between. null: neither, for `reason`. */
  found: v.fallback(v.nullable(v.boolean()), null),
  reason: v.fallback(v.nullable(v.picklist(UNSEARCHED_REASONS)), null),
  /** When X was asked, as Unix milliseconds. */
  time: v.fallback(v.optional(Time), undefined),
  /** The author's screen name as X gives it. */
  author: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\w{1,15}$/))), undefined),
  quote: v.fallback(v.optional(v.picklist(QUOTE_STATES)), undefined),
})
export type PostEvidence = v.InferOutput<typeof PostEvidence>
