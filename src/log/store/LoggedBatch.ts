import * as v from 'valibot'
import { Count } from '../../../contract/quantities.ts'
import { Moment } from './LoggedCheck.ts'
import { PostCounts } from './PostCounts.ts'

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
