import * as v from 'valibot'
import type { Ban } from '../../../contract/bans.ts'
import { Count } from '../../../contract/quantities.ts'
import { ScreenName } from '../../../contract/ScreenName.ts'
import { PostCounts } from './PostCounts.ts'

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
