import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import { limitedPosts } from '../reportSummary.ts'

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
