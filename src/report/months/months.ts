import { atom } from 'jotai/vanilla'
import type { CsvCell } from '../../lib/download.ts'
import { monthsAreOn, switchMonths } from '../../storage/database.ts'
import { createKeptAtoms } from '../../storage/keptAtoms.ts'
import type { KeptMonth } from '../../storage/records.ts'
import { allMonths, keepMonth } from '../../storage/stores.ts'
import { reportText } from '../../text/report.ts'
import { labelName } from '../labels.ts'
import type { LabelPlace } from '../labels.ts'
import type { XReport } from '../readReport.ts'
import { limitedPosts, monthWords, shownReportAtom } from '../summary.ts'

/** The most months in the chart: a year. */
const MONTHS_MAX = 12

/** A month of the chart; `limited` is null for one of which nothing is kept. */
type ChartMonth = { month: string; limited: number | null }

/** The last year up to the newest kept month, oldest first, from its first kept month on: those between without a report are gaps. */
export function chartMonths(months: readonly KeptMonth[]): ChartMonth[] {
  const kept = new Map(months.map((month) => [month.month, limitedPosts(month)]))
  const newest = [...kept.keys()].sort().at(-1)
  if (newest === undefined) return []
  const year = Array.from({ length: MONTHS_MAX }, (_, index) => monthBefore(newest, MONTHS_MAX - 1 - index))
  const first = year.findIndex((month) => kept.has(month))
  return year.slice(first).map((month) => ({ month, limited: kept.get(month) ?? null }))
}

/** The month that is `earlier` months before `month`; both in the form 2026-07. */
function monthBefore(month: string, earlier: number): string {
  const [year = 0, inYear = 0] = month.split('-').map(Number)
  const months = year * 12 + inYear - 1 - earlier
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Characters of a date that name its month: 2026-07. */
const MONTH_LENGTH = 7

/** What the device keeps of a report. `at` is Unix milliseconds. */
export function keptMonthOf({ period, total, postLabels, accountLabels }: XReport, at: number): KeptMonth {
  return {
    month: period.startDate.slice(0, MONTH_LENGTH),
    at,
    total,
    postLabels: postLabels.map(({ label, posts }) => ({ label, posts })),
    accountLabels: accountLabels.map(({ label, days }) => ({ label, days })),
  }
}

const words = reportText.months

/** The differences from the previous kept month, in one sentence. */
export function monthChanges(before: KeptMonth, now: KeptMonth): string {
  const changes = [
    ...labelChanges('account', daysOnAccount(before), daysOnAccount(now)),
    ...dayChanges(daysOnAccount(before), daysOnAccount(now)),
    ...labelChanges('post', namesOnPosts(before), namesOnPosts(now)),
    ...postChange(limitedPosts(before), limitedPosts(now)),
  ]
  const month = monthWords(before.month)
  return changes.length === 0 ? words.same(month) : words.since(month, changes)
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

function postChange(before: number, now: number): string[] {
  return before === now ? [] : [words.limited(before, now)]
}

function dayChanges(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...now].flatMap(([name, days]) => {
    const earlier = before.get(name)
    return earlier === undefined || earlier === days ? [] : [words.days(name, earlier, days)]
  })
}

/** The days of each label that was there: a row may count none. */
function daysOnAccount({ accountLabels }: KeptMonth): ReadonlyMap<string, number> {
  const rows = accountLabels.filter(({ days }) => days > 0)
  return new Map(rows.map(({ label, days }) => [labelName('account', label), days]))
}

function namesOnPosts({ postLabels }: KeptMonth): ReadonlySet<string> {
  return new Set(postLabels.filter(({ posts }) => posts > 0).map(({ label }) => labelName('post', label)))
}

/** The kept months as a table, a label a row; a month without labels has a row of its own. */
export function monthRows(months: readonly KeptMonth[]): CsvCell[][] {
  const rows = months.flatMap(({ month, total, accountLabels, postLabels }) => {
    const row = (place: LabelPlace, label: string, days: number | null, posts: number | null): CsvCell[] => [
      month,
      total,
      words.place[place],
      label,
      labelName(place, label),
      days,
      posts,
    ]
    if (accountLabels.length + postLabels.length === 0) return [[month, total]]
    return [
      ...accountLabels.map(({ label, days }) => row('account', label, days, null)),
      ...postLabels.map(({ label, posts }) => row('post', label, null, posts)),
    ]
  })
  return [[...words.columns], ...rows]
}

const kept = createKeptAtoms(
  { read: allMonths, isOn: monthsAreOn, turn: switchMonths, tables: ['months'] },
  false,
)

/** Keeps the report that is shown, if the visitor wants it. An invented one is never kept. */
export const keepShownReportAtom = atom(null, async (get, set) => {
  const shown = get(shownReportAtom)
  if (!shown || shown.isSample) return
  await set(kept.changeAtom, () => keepMonth(keptMonthOf(shown.report, shown.at)))
})

/** The months that the device keeps, if the visitor wants it. Switched on, the report that is already there is kept too. */
export const monthsAtoms = {
  ...kept,
  turnAtom: atom(null, async (_get, set, on: boolean) => {
    const turned = await set(kept.turnAtom, on)
    if (turned && on) await set(keepShownReportAtom)
    return turned
  }),
}
