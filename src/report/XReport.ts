import * as v from 'valibot'

/** Whole numbers come as numbers or as strings. No count of a month is larger than this. */
const COUNT_MAX = 100_000_000
const Count = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,9}$/),
      v.transform((digits) => Number(digits)),
    ),
  ]),
  v.integer(),
  v.minValue(0),
  v.maxValue(COUNT_MAX),
)
const MaybeCount = v.fallback(v.nullish(Count, null), null)

/** Labels of one kind: X publishes about thirty. */
const LABELS_MAX = 300
const Words = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(4000)), '')
const LabelName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))
const Day = v.pipe(v.string(), v.trim(), v.isoDate())

const PostLabel = v.object({
  label: LabelName,
  about: Words,
  effect: Words,
  posts: Count,
  totalPostsInMonth: MaybeCount,
})
const AccountLabel = v.object({
  label: LabelName,
  about: Words,
  effect: Words,
  days: Count,
  daysInPeriod: MaybeCount,
})

/** X's report of one month. Unknown members are ignored. */
export const XReport = v.pipe(
  v.object({
    period: v.object({ startDate: Day, endDate: Day }),
    postCount: MaybeCount,
    postLabels: v.optional(v.pipe(v.array(PostLabel), v.maxLength(LABELS_MAX))),
    accountLabels: v.optional(v.pipe(v.array(AccountLabel), v.maxLength(LABELS_MAX))),
    totalPostLabels: MaybeCount,
    totalAccountLabels: MaybeCount,
  }),
  v.check(
    ({ postLabels, accountLabels, totalPostLabels, totalAccountLabels }) =>
      postLabels !== undefined ||
      accountLabels !== undefined ||
      totalPostLabels !== null ||
      totalAccountLabels !== null,
    'speaks of no labels',
  ),
  v.transform(({ period, postCount, postLabels = [], accountLabels = [] }) => ({
    period,
    /** Posts of the month; null where the file does not say. */
    total:
      postCount ?? postLabels.find((label) => label.totalPostsInMonth !== null)?.totalPostsInMonth ?? null,
    postLabels,
    accountLabels,
  })),
)
export type XReport = v.InferOutput<typeof XReport>
