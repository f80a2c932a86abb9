import * as v from 'valibot'
import { Count, lenientOptional } from './evidence.ts'
import { BANS } from './outcomes.ts'

/** The items that visitors can confirm, in the order in which pages show them. Only posts that search did not find are checked by hand. */
export const FEEDBACK_ITEMS = [...BANS, 'post:excluded'] as const
export type FeedbackItem = (typeof FEEDBACK_ITEMS)[number]

export const FEEDBACK_VERDICTS = ['clear', 'affected'] as const
/**
 * Kinds of accounts that visitors look with. X hides some things from non-followers, and sensitive content unless a setting is changed:
 * `stranger_open` has changed it.
 */
export const VIEWER_KINDS = ['stranger', 'stranger_open', 'follower', 'logged_out'] as const
export type ViewerKind = (typeof VIEWER_KINDS)[number]

/** What the server said about one item of a check, and by which method. A visitor's answer confirms or denies it. */
export const VerdictStatement = v.object({
  item: v.picklist(FEEDBACK_ITEMS),
  verdict: v.picklist(FEEDBACK_VERDICTS),
  method: v.picklist(['recent_search', 'post_search', 'unstated']),
})
export type VerdictStatement = v.InferOutput<typeof VerdictStatement>

export const IsoDay = v.pipe(v.string(), v.isoDate())
/** Differs for each item of a check, so that answers cannot be linked. */
const TOKEN_PATTERN = /^[\w-]{48}$/

/** Lets a visitor answer a verdict once. `day` is the day of the check, and `ticket` authenticates the other members. */
export const FeedbackToken = v.object({
  ...VerdictStatement.entries,
  day: IsoDay,
  ticket: v.pipe(v.string(), v.regex(TOKEN_PATTERN)),
})
export type FeedbackToken = v.InferOutput<typeof FeedbackToken>

export const FeedbackTokens = lenientOptional(v.array(FeedbackToken))

/** The schema is strict, so that no name, id or address is accepted. */
export const FeedbackAnswer = v.strictObject({
  ...FeedbackToken.entries,
  seen: v.picklist(['seen', 'unseen']),
  /** Absent if the visitor did not say, and in answers from older pages. */
  viewer: v.optional(v.picklist([...VIEWER_KINDS, 'unstated']), 'unstated'),
})
export type FeedbackAnswer = v.InferOutput<typeof FeedbackAnswer>

export const FeedbackCell = v.omit(FeedbackAnswer, ['ticket'])
export type FeedbackCell = v.InferOutput<typeof FeedbackCell>

const Proportion = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
/** How many of the answers agreed, with the 95 % Wilson interval of that share. */
const Tally = v.object({ answers: Count, agreed: Count, low: Proportion, high: Proportion })
export type AgreementCounts = v.InferOutput<typeof Tally>

const ItemFeedback = v.object({
  item: v.picklist(FEEDBACK_ITEMS),
  ...Tally.entries,
  verdicts: v.array(v.object({ verdict: v.picklist(FEEDBACK_VERDICTS), ...Tally.entries })),
  counts: v.array(
    v.object({ ...v.omit(FeedbackCell, ['item', 'day']).entries, count: v.pipe(Count, v.minValue(1)) }),
  ),
})
export type ItemFeedback = v.InferOutput<typeof ItemFeedback>

export const FeedbackReport = v.object({ from: IsoDay, to: IsoDay, items: v.array(ItemFeedback) })
export type FeedbackReport = v.InferOutput<typeof FeedbackReport>

const NORMAL_QUANTILE_975 = 1.959963984540054

/** Returns Wilson's 95 % score interval of a proportion. */
export function wilsonInterval(hits: number, all: number): { low: number; high: number } {
  const part = hits / all
  const spread = NORMAL_QUANTILE_975 ** 2 / all
  const middle = part + spread / 2
  const reach = NORMAL_QUANTILE_975 * Math.sqrt((part * (1 - part) + spread / 4) / all)
  return {
    low: hits === 0 ? 0 : (middle - reach) / (1 + spread),
    high: hits === all ? 1 : (middle + reach) / (1 + spread),
  }
}
