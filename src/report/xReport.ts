// The schema of X's report. `XReport` at the end is the whole; everything before it is one of its parts.

import * as v from 'valibot'

/** Largest accepted count: no account has more posts in a month. */
const COUNT_MAX = 100_000_000
/** X writes whole numbers as numbers or as strings, which may have commas between thousands. */
const Count = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/),
      v.transform((digits) => Number(digits.replaceAll(',', ''))),
    ),
  ]),
  v.integer(),
  v.minValue(0),
  v.maxValue(COUNT_MAX),
)
const MaybeCount = v.fallback(v.nullish(Count, null), null)

/** Most rows in one list: X publishes about thirty labels, and a limit that countries require may have a row for each country. */
const LABELS_MAX = 1000
const Words = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(4000)), '')
const LabelName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000))
/** A percentage as X writes it. Ours would differ, because X truncates. */
const Share = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(20)), '')
const Day = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]|$)/),
  v.transform((date) => date.slice(0, 'yyyy-mm-dd'.length)),
  v.isoDate(),
)
const Made = v.fallback(v.nullable(v.pipe(v.string(), v.transform(Date.parse), v.integer())), null)

const every = { label: LabelName, about: Words, effect: Words }

const PostLabel = v.object({
  ...every,
  posts: Count,
  totalPostsInMonth: MaybeCount,
  percentageOfPosts: Share,
})
const AccountLabel = v.object({ ...every, days: Count, daysInPeriod: MaybeCount, percentageOfDays: Share })

const Unlabelled = v.object({ label: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(0))) })
/** Rows without a label are skipped, as X's own page does. A list in which no row has a label has an unknown form, so it is refused. */
const Rows = v.pipe(
  v.array(v.unknown()),
  v.maxLength(LABELS_MAX),
  v.check((rows) => rows.length === 0 || rows.some((row) => v.is(v.object({ label: v.unknown() }), row))),
)
const labelled = (rows: unknown[]) => rows.filter((row) => !v.is(Unlabelled, row))

const UnlabelledPosts = v.fallback(v.object({ ...Unlabelled.entries, posts: Count }), { posts: 0 })

function unlabelledPosts(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + v.parse(UnlabelledPosts, row).posts, 0)
}

const PostLabels = v.pipe(
  Rows,
  v.transform((rows) => ({ rows: labelled(rows), unlabelled: unlabelledPosts(rows) })),
  v.object({ rows: v.array(PostLabel), unlabelled: v.number() }),
)
const AccountLabels = v.pipe(Rows, v.transform(labelled), v.array(AccountLabel))

/** Returns whether a report lists the labels of one place, or says that there were none. If X gives no list, it gives their number. */
function isStated(labels: readonly unknown[] | null | undefined, total: number | null): boolean {
  if (labels && labels.length > 0) return true
  return total === null ? Array.isArray(labels) : total === 0
}

export const XReport = v.pipe(
  v.object({
    period: v.object({ startDate: Day, endDate: Day }),
    postCount: MaybeCount,
    generatedAt: v.optional(Made, null),
    postLabels: v.nullish(PostLabels),
    accountLabels: v.nullish(AccountLabels),
    totalPostLabels: MaybeCount,
    totalAccountLabels: MaybeCount,
  }),
  v.check(
    ({ postLabels, accountLabels, totalPostLabels, totalAccountLabels }) =>
      isStated(postLabels?.rows, totalPostLabels) && isStated(accountLabels, totalAccountLabels),
  ),
  v.transform(({ period, postCount, generatedAt, postLabels, accountLabels }) => {
    const { rows, unlabelled } = postLabels ?? { rows: [], unlabelled: 0 }
    return {
      month: spanKey(period),
      period,
      generatedAt,
      total: postCount ?? rows.find((label) => label.totalPostsInMonth !== null)?.totalPostsInMonth ?? null,
      /** X also lists rows with zero posts, e.g. if a label was replaced by one with other countries. */
      postLabels: rows.filter(({ posts }) => posts > 0),
      unlabelled,
      accountLabels: accountLabels ?? [],
    }
  }),
)
export type XReport = v.InferOutput<typeof XReport>

/** Formats the period of a report: a whole month as 2026-07, any other period as 2026-07-01/2026-08-15. Newer periods sort later. */
function spanKey({ startDate, endDate }: { startDate: string; endDate: string }): string {
  const month = startDate.slice(0, 'yyyy-mm'.length)
  const isMonth = startDate === `${month}-01` && endDate.startsWith(month) && endDate >= lastDay(month)
  return isMonth ? month : `${startDate}/${endDate}`
}

function lastDay(month: string): string {
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, inYear, 0)).getUTCDate()}`
}
