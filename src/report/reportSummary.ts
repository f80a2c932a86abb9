import { keyOf } from './labels.ts'
import { reportText } from '../text/report.ts'

const words = reportText.verdict

/** What a report and a kept month have in common. */
type Counted = {
  total: number | null
  postLabels: readonly { posts: number }[]
  accountLabels: readonly { label: string; days: number }[]
}

export type Summary = { account: string; posts: string; isClear: boolean }

/** Limited posts, counted once for each of their labels. */
export function limitedPosts({ postLabels }: Pick<Counted, 'postLabels'>): number {
  return postLabels.reduce((sum, { posts }) => sum + posts, 0)
}

/** The number of different labels with at least one day: a row may count none. */
function accountKinds({ accountLabels }: Pick<Counted, 'accountLabels'>): number {
  return new Set(accountLabels.flatMap(({ label, days }) => (days > 0 ? [keyOf(label)] : []))).size
}

/** The month of a date in a report, such as 2026-07-01 or 2026-07, in words: 2026年7月. */
export function monthWords(date: string): string {
  const [year, month] = date.split('-').map(Number)
  return reportText.month(year ?? 0, month ?? 0)
}

/** The two main sentences: about the account as a whole, and about its posts. */
export function reportSummary(report: Counted, date: string): Summary {
  const month = monthWords(date)
  const kinds = accountKinds(report)
  const limited = limitedPosts(report)
  return {
    account: kinds === 0 ? words.accountClear(month) : words.account(kinds, month),
    posts:
      limited === 0
        ? words.postsClear
        : report.total === null
          ? words.postsOnly(limited)
          : words.posts(report.total, limited),
    isClear: kinds === 0 && limited === 0,
  }
}
