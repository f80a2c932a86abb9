import { atom } from 'jotai/vanilla'
import { reportText } from '../text/report.ts'
import { keyOf } from './labels.ts'
import type { ReadReport, XReport } from './readReport.ts'

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

/** An invented report in the form of X's own, with numbers written as strings and as numbers. */
export const sampleReport = JSON.stringify({
  notes: 'An invented sample.',
  period: { startDate: '2026-07-01', endDate: '2026-07-31', timezone: 'UTC' },
  generatedAt: '2026-08-08T23:59:59Z',
  postCount: '593',
  postLabels: [
    {
      label: 'SPAM_HIGH_RECALL',
      about: 'The post may be spam.',
      effect: 'Not recommended to people who do not follow the author.',
      posts: '2',
      totalPostsInMonth: '593',
      percentageOfPosts: '0.33%',
    },
    {
      label: 'NSFW_HIGH_RECALL',
      about: 'The post may contain adult content.',
      effect: 'Not recommended, and hidden from minors.',
      posts: 5,
      totalPostsInMonth: '593',
      percentageOfPosts: '0.84%',
    },
  ],
  accountLabels: [
    {
      label: 'SpamHighRecall',
      about: 'The account likely posts spam.',
      effect: 'Its posts are not recommended to people who do not follow it.',
      days: '5',
      daysInPeriod: 31,
      percentageOfDays: '16.12%',
    },
  ],
})

/** `at` tells one reading from the next, in Unix milliseconds. */
type ReportState = (ReadReport & { at: number; isSample: boolean }) | null

/** The last reading. */
export const reportStateAtom = atom<ReportState>(null)

export const shownReportAtom = atom((get): { report: XReport; at: number; isSample: boolean } | null => {
  const state = get(reportStateAtom)
  return state?.report ? { report: state.report, at: state.at, isSample: state.isSample } : null
})
export const reportFaultAtom = atom((get) => get(reportStateAtom)?.fault ?? null)
