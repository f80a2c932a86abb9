import type { CsvCell } from '../../files/csvTable.ts'
import type { KeptMonth } from '../../log/store/KeptMonth.ts'
import { reportText } from '../../text/report.ts'
import type { LabelPlace } from '../labels.ts'
import { labelName } from '../labelWords.ts'

const words = reportText.months

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
