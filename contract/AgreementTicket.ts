import * as v from 'valibot'
import { BANS } from './bans.ts'

/** Kinds of posts of which search gave a verdict. Of the other kinds there is nothing to agree with. */
export const JUDGED_POSTS = ['post:ok', 'post:excluded', 'post:quote'] as const
/** What a visitor can look at beside a verdict of ours, in the order shown. */
export const AGREEMENT_ITEMS = [...BANS, ...JUDGED_POSTS] as const
export type AgreementItem = (typeof AGREEMENT_ITEMS)[number]

/** Our verdict: search shows it, or hides it. */
export const AGREEMENT_VERDICTS = ['clear', 'affected'] as const
const SEEN = ['seen', 'unseen'] as const
/** How the verdict came about: by looking for the account's recent posts, for the post itself, or the server did not say. */
const METHODS = ['recent_search', 'post_search', 'unstated'] as const

/** A verdict of a check, in words that hold nothing of whom it is about. */
export const Statement = v.object({
  item: v.picklist(AGREEMENT_ITEMS),
  verdict: v.picklist(AGREEMENT_VERDICTS),
  method: v.picklist(METHODS),
})
export type Statement = v.InferOutput<typeof Statement>

/** A day in Japan, e.g. 2026-11-22. */
export const Day = v.pipe(v.string(), v.isoDate())
/** A random-looking word of its own for each item of a check. No two of them can be joined, nor one with its check. */
const TICKET = /^[\w-]{48}$/

/** A verdict that the server lets a visitor answer once: `day` is the check's, and the ticket proves all of it. */
export const Ticket = v.object({
  ...Statement.entries,
  day: Day,
  ticket: v.pipe(v.string(), v.regex(TICKET)),
})
export type Ticket = v.InferOutput<typeof Ticket>

/** What a check's answer brings along where the server collects; absent otherwise, and from other servers. */
export const Tickets = v.fallback(v.optional(v.array(Ticket)), undefined)

/** What a visitor sends, by a press of its own. Other members are refused: no name, no id, no address. */
export const SeenAnswer = v.strictObject({ ...Ticket.entries, seen: v.picklist(SEEN) })
export type SeenAnswer = v.InferOutput<typeof SeenAnswer>

/** What is counted of it. */
export const AgreementCell = v.omit(SeenAnswer, ['ticket'])
export type AgreementCell = v.InferOutput<typeof AgreementCell>
