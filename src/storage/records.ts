import * as v from 'valibot'
import { Count } from '../../contract/evidence.ts'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban, Group } from '../../contract/outcomes.ts'
import { ScreenName } from '../../contract/wire.ts'

/** How posts were judged. Older records know four groups. */
export const PostCounts = v.object({
  ok: Count,
  excluded: Count,
  quote: Count,
  restricted: v.optional(Count, 0),
  unsearched: v.optional(Count, 0),
  error: Count,
} satisfies Record<Group, v.GenericSchema<number, number> | v.GenericSchema<number | undefined, number>>)

/** Unix milliseconds that a calendar knows. */
export const Moment = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))

const Flag = v.nullable(v.boolean())

/** The state of an account: `open` could be judged, the others are the reasons why not. */
const ACCOUNT_STATES = ['open', 'no_tweet', 'not_found', 'suspend', 'protect'] as const

/** An account check as the device keeps it. `account` is the name in lower case, which is how X compares names. */
export const LoggedCheck = v.object({
  account: v.string(),
  name: ScreenName,
  at: Moment,
  /** Whether the answer came from the sandbox, whose accounts are invented. */
  sandbox: v.boolean(),
  state: v.picklist(ACCOUNT_STATES),
  /** true is affected, false is not, null could not be determined. */
  bans: v.object({
    search_suggestion_ban: Flag,
    search_ban: Flag,
    ghost_ban: Flag,
    reply_deboosting: Flag,
  } satisfies Record<Ban, typeof Flag>),
  /** How many of the posts that were looked for search found, where it found only some; null where that was not so. */
  partly: v.optional(v.nullable(v.object({ looked: Count, found: Count })), null),
  /** Countries in which X withheld the account. */
  withheld: v.optional(v.array(v.string()), []),
  /** How the latest posts were judged; null where they were not looked at. */
  posts: v.nullable(PostCounts),
  /** Whether the latest posts were asked for, and could not be fetched. */
  postsMissing: v.optional(v.boolean(), false),
  /** What the visitor ticked off of the plans under found bans: the ban and the number of the task, e.g. "search_ban 0". */
  ticks: v.optional(v.array(v.string()), []),
})
export type LoggedCheck = v.InferOutput<typeof LoggedCheck>

/** How X compares names. */
export function accountKey(name: string): string {
  return name.toLowerCase()
}

/** What the visitor saw with another account; for Reply Deboosting `seen` is at once, and `unseen` after a press. */
export const SIGHTINGS = ['seen', 'unseen', 'unsure'] as const
export type Sighting = (typeof SIGHTINGS)[number]

/** The visitor's own finding for one ban of one account; the latest replaces the one before. */
export const Finding = v.object({
  account: v.string(),
  name: ScreenName,
  ban: v.picklist(BANS),
  answer: v.picklist(SIGHTINGS),
  at: Moment,
})
export type Finding = v.InferOutput<typeof Finding>

const LabelName = v.pipe(v.string(), v.minLength(1), v.maxLength(1000))

/** One of X's reports as the device keeps it: what was counted, without X's words. The same month again replaces it. */
export const KeptMonth = v.object({
  /** Of the year, e.g. 2026-07. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)),
  /** When it was read, in Unix milliseconds. */
  at: Moment,
  /** Posts of the month; null where the report does not say. */
  total: v.nullable(Count),
  postLabels: v.array(v.object({ label: LabelName, posts: Count })),
  accountLabels: v.array(v.object({ label: LabelName, days: Count })),
})
export type KeptMonth = v.InferOutput<typeof KeptMonth>

/** Longer than any id that a server gives a saved batch. */
const ID_MAX = 200

/** A check of posts as the device keeps it: what came out, without the posts, which the server keeps for a while. */
export const LoggedBatch = v.object({
  at: Moment,
  /** Whether the answer came from the sandbox, whose posts are invented. */
  sandbox: v.boolean(),
  counts: PostCounts,
  /** How many of the errors another check may judge. */
  failed: Count,
  /** The batch on the server; empty where it saved none. */
  sessionId: v.pipe(v.string(), v.maxLength(ID_MAX)),
  /** Until when the server keeps it, in Unix milliseconds; null where it did not say. */
  keptUntil: v.nullable(Moment),
})
export type LoggedBatch = v.InferOutput<typeof LoggedBatch>

/** What the visitor saw in X's own search. */
export const POST_SIGHTINGS = ['seen', 'unseen'] as const
export type PostSighting = (typeof POST_SIGHTINGS)[number]

/** The visitor's own finding for one post; the latest replaces the one before. `name` is the account that X was searched for. */
export const PostFinding = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
  name: ScreenName,
  answer: v.picklist(POST_SIGHTINGS),
  at: Moment,
})
export type PostFinding = v.InferOutput<typeof PostFinding>
