import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import type { XReport } from '../XReport.ts'

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
