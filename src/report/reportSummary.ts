import { reportText } from '../text/report.ts'
import type { Report } from './Report.ts'

const words = reportText.verdict

/** Limited posts, counted once for each of their labels. */
export function limitedPosts({ postLabels }: Pick<Report, 'postLabels'>): number {
  return postLabels.reduce((sum, { posts }) => sum + posts, 0)
}

/** Labels that were there: a row may count none. */
export function accountKinds({ accountLabels }: Pick<Report, 'accountLabels'>): number {
  return accountLabels.filter(({ days }) => days > 0).length
}

/** The month of a report, e.g. 2026年7月. */
export function monthWords(startDate: string): string {
  const [year, month] = startDate.split('-').map(Number)
  return reportText.month(year ?? 0, month ?? 0)
}

/** The two sentences that answer first: of the account as a whole, then of its posts. */
export function reportSummary(report: Report): { account: string; posts: string; isClear: boolean } {
  const month = monthWords(report.period.startDate)
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
