import { labelName, newestLabelSpelling, reportSpanText } from '../../results/labels/labels.ts'
import type { LabelPlace } from '../../results/labels/labels.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { reportText } from '../../text/report.ts'
import { countLimitedPosts } from '../summary.ts'

const MONTHS_MAX = 12

/**
 * Returns the counts of the last twelve months, newest first, back to the first stored one. A month without a report has a count of null.
 * Periods other than months are left out.
 */
export function chartMonths(months: readonly StoredMonth[], count: (month: StoredMonth) => number) {
  const whole = months.filter(({ month }) => !month.includes('/'))
  const storedMonths = new Map(whole.map((month) => [month.month, count(month)]))
  const newest = [...storedMonths.keys()].sort().at(-1)
  if (newest === undefined) return []
  const year = Array.from({ length: MONTHS_MAX }, (_, index) => monthBefore(newest, index))
  const oldest = year.reduce((found, month) => (storedMonths.has(month) ? month : found), newest)
  return year
    .filter((month) => month >= oldest)
    .map((month) => ({ month, count: storedMonths.get(month) ?? null }))
}

/** Returns the month that is `earlier` months before `month`. Both have the form 2026-07. */
function monthBefore(month: string, earlier: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() - earlier)
  return date.toISOString().slice(0, 'yyyy-mm'.length)
}

const words = reportText.months

/** Says since which month a report differs, and how; or, without `changes`, that nothing changed. */
export function monthChanges(
  before: StoredMonth,
  now: StoredMonth,
): { since: string; changes: readonly string[] } {
  const [daysBefore, days] = [daysByName(before), daysByName(now)]
  const [postsBefore, posts] = [namesOnPosts(before), namesOnPosts(now)]
  const [limitedBefore, limited] = [countLimitedPosts(before), countLimitedPosts(now)]
  const stayed = [...days].filter(([name]) => daysBefore.has(name))
  const changed = stayed.filter(([name, count]) => daysBefore.get(name) !== count)
  const changes = [
    ...labelChanges('account', daysBefore, days),
    ...changed.map(([name, count]) => words.days(name, daysBefore.get(name) ?? 0, count)),
    ...labelChanges('post', postsBefore, posts),
    ...(limitedBefore === limited ? [] : [words.limited(limitedBefore, limited)]),
    ...(before.unlabelled === now.unlabelled ? [] : [words.unlabelled(before.unlabelled, now.unlabelled)]),
  ]
  const month = reportSpanText(before.month)
  if (changes.length === 0) return { since: words.same(month), changes }
  // Labels whose days changed are already listed above.
  const same = stayed.filter((label) => !changed.includes(label)).map(([name]) => name)
  const names = [...same, ...[...posts].filter((name) => postsBefore.has(name))]
  return {
    since: words.since(month),
    changes: names.length === 0 ? changes : [...changes, words.stayed(names)],
  }
}

type Names = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>

function labelChanges(place: LabelPlace, before: Names, now: Names): string[] {
  const came = [...now.keys()].filter((name) => !before.has(name))
  const gone = [...before.keys()].filter((name) => !now.has(name))
  return [
    ...came.map((name) => words.came(words.place[place], name)),
    ...gone.map((name) => words.gone(words.place[place], name)),
  ]
}

/** Returns the days of each label that the account had. X also lists rows of zero days. */
function daysByName({ accountLabels }: StoredMonth): ReadonlyMap<string, number> {
  const rows = accountLabels.filter(({ days }) => days > 0)
  return new Map(rows.map(({ label, days }) => [currentName('account', label), days]))
}

function namesOnPosts({ postLabels }: StoredMonth): ReadonlySet<string> {
  return new Set(postLabels.filter(({ posts }) => posts > 0).map(({ label }) => currentName('post', label)))
}

/** A label that X renamed in between has one name in both months. */
function currentName(place: LabelPlace, label: string): string {
  return labelName(place, newestLabelSpelling(place, label))
}
