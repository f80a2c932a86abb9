import * as v from 'valibot'
import { Count } from '../../../contract/quantities.ts'
import { Moment } from './LoggedCheck.ts'

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
