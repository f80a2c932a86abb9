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

/** Labels of one kind: X publishes about thirty, and a limit that countries require may have a row for each country. */
const LABELS_MAX = 1000
const Words = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(4000)), '')
/** Long enough for a label that names every country. */
const LabelName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000))
/** A percentage in X's own words: X truncates, so that ours would differ. */
const Share = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(20)), '')
const Mark = v.fallback(
  v.pipe(
    v.unknown(),
    v.transform((mark) => /^\s*true\s*$/i.test(String(mark))),
  ),
  false,
)
const Day = v.pipe(v.string(), v.trim(), v.isoDate())

const every = { label: LabelName, about: Words, effect: Words, is_dmca: Mark, isDmca: Mark }

const PostLabel = v.pipe(
  v.object({ ...every, posts: Count, totalPostsInMonth: MaybeCount, percentageOfPosts: Share }),
  v.transform(({ percentageOfPosts: share, is_dmca, isDmca, ...label }) => ({
    ...label,
    share,
    isDmca: is_dmca || isDmca,
  })),
)
const AccountLabel = v.pipe(
  v.object({ ...every, days: Count, daysInPeriod: MaybeCount, percentageOfDays: Share }),
  v.transform(({ percentageOfDays: share, is_dmca, isDmca, ...label }) => ({
    ...label,
    share,
    isDmca: is_dmca || isDmca,
  })),
)

const Unlabelled = v.object({ label: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(0))) })
/** X's own page skips rows without a label too. A list of rows that never speak of labels is of a form that is not known. */
const Labelled = v.pipe(
  v.array(v.unknown()),
  v.maxLength(LABELS_MAX),
  v.check((rows) => rows.length === 0 || rows.some((row) => v.is(v.object({ label: v.unknown() }), row))),
  v.filterItems((row) => !v.is(Unlabelled, row)),
)

/** Whether a report names the labels of a kind or says that there were none. X gives the number where it gives no list. */
function isTold(labels: readonly unknown[] | undefined, total: number | null): boolean {
  if (labels !== undefined && labels.length > 0) return true
  return total === null ? labels !== undefined : total === 0
}

/** X's report of one month. Unknown members are ignored. */
export const XReport = v.pipe(
  v.object({
    period: v.object({ startDate: Day, endDate: Day }),
    postCount: MaybeCount,
    postLabels: v.optional(v.pipe(Labelled, v.array(PostLabel))),
    accountLabels: v.optional(v.pipe(Labelled, v.array(AccountLabel))),
    totalPostLabels: MaybeCount,
    totalAccountLabels: MaybeCount,
  }),
  v.check(
    ({ postLabels, accountLabels, totalPostLabels, totalAccountLabels }) =>
      isTold(postLabels, totalPostLabels) && isTold(accountLabels, totalAccountLabels),
    'does not say which labels there were',
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
