import * as v from 'valibot'
import { Count } from './evidence.ts'
import { BANS } from './outcomes.ts'

/** What a visitor can look at beside a verdict of ours, in the order shown. Of posts only those that search did not find are looked for by hand. */
export const FEEDBACK_ITEMS = [...BANS, 'post:excluded'] as const
export type FeedbackItem = (typeof FEEDBACK_ITEMS)[number]

/** Our verdict: search shows it, or hides it. */
export const FEEDBACK_VERDICTS = ['clear', 'affected'] as const
const SEEN = ['seen', 'unseen'] as const
/**
 * With which account a visitor looked. X's rules hide some things from those alone who do not follow, or whose search leaves out sensitive
 * content, as it does unless they changed it: `stranger` is both, `stranger_open` follows nobody here and shows such content.
 */
export const VIEWERS = ['stranger', 'stranger_open', 'follower', 'logged_out'] as const
export type Viewer = (typeof VIEWERS)[number]

/** How the verdict came about: by looking for the account's recent posts, for the post itself, or the server did not say. */
const METHODS = ['recent_search', 'post_search', 'unstated'] as const

/** A verdict of a check, in words that hold nothing of whom it is about. */
export const Statement = v.object({
  item: v.picklist(FEEDBACK_ITEMS),
  verdict: v.picklist(FEEDBACK_VERDICTS),
  method: v.picklist(METHODS),
})
export type Statement = v.InferOutput<typeof Statement>

/** A day in Japan, e.g. 2026-11-22. */
export const Day = v.pipe(v.string(), v.isoDate())
/** A random-looking word of its own for each item of a check. No two of them can be joined, nor one with its check. */
const TOKEN = /^[\w-]{48}$/

/** A verdict that the server lets a visitor answer once: `day` is the check's, and the feedback token proves all of it. */
export const FeedbackToken = v.object({
  ...Statement.entries,
  day: Day,
  ticket: v.pipe(v.string(), v.regex(TOKEN)),
})
export type FeedbackToken = v.InferOutput<typeof FeedbackToken>

/** What a check's answer brings along where the server collects; absent otherwise, and from other servers. */
export const FeedbackTokens = v.fallback(v.optional(v.array(FeedbackToken)), undefined)

/** What a visitor sends, by a press of its own. Other members are refused: no name, no id, no address. */
export const FeedbackAnswer = v.strictObject({
  ...FeedbackToken.entries,
  seen: v.picklist(SEEN),
  /** Absent where the visitor did not say, and from older pages. */
  viewer: v.optional(v.picklist([...VIEWERS, 'unstated']), 'unstated'),
})
export type FeedbackAnswer = v.InferOutput<typeof FeedbackAnswer>

/** What is counted of it. */
export const FeedbackCell = v.omit(FeedbackAnswer, ['ticket'])
export type FeedbackCell = v.InferOutput<typeof FeedbackCell>

const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
/** Of how many answers how many agreed with the verdict, and the 95 % interval (Wilson) of that part. */
const Tally = v.object({ answers: Count, agreed: Count, low: Part, high: Part })
export type Tally = v.InferOutput<typeof Tally>

const ItemFeedback = v.object({
  item: v.picklist(FEEDBACK_ITEMS),
  ...Tally.entries,
  /** The same for one verdict alone. */
  verdicts: v.array(v.object({ verdict: v.picklist(FEEDBACK_VERDICTS), ...Tally.entries })),
  counts: v.array(
    v.object({ ...v.omit(FeedbackCell, ['item', 'day']).entries, count: v.pipe(Count, v.minValue(1)) }),
  ),
})
export type ItemFeedback = v.InferOutput<typeof ItemFeedback>

/** All that was counted in the days shown. Items without an answer are left out. */
export const FeedbackReport = v.object({ from: Day, to: Day, items: v.array(ItemFeedback) })
export type FeedbackReport = v.InferOutput<typeof FeedbackReport>

/** The quantile of the normal distribution for 95 %, both sides. */
const Z = 1.959963984540054

/** Wilson's score interval for `hits` of `all`: between which parts the true one lies in 95 of 100 such samples. Of nothing, nothing is known. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  const part = hits / all
  const spread = Z ** 2 / all
  const middle = part + spread / 2
  const reach = Z * Math.sqrt((part * (1 - part) + spread / 4) / all)
  return {
    low: hits === 0 ? 0 : (middle - reach) / (1 + spread),
    high: hits === all ? 1 : (middle + reach) / (1 + spread),
  }
}
