import { reportText } from '../text/report.ts'
import { labelKind, reportSpanText } from '../results/labels/labels.ts'
import type { StoredMonth } from '../storage/records.ts'
import type { XReport } from './xReport.ts'

const words = reportText.verdict

type Counted = Pick<StoredMonth, 'month' | 'total' | 'postLabels' | 'accountLabels' | 'unlabelled'>

/** Counts the limited posts. A post counts once for each of its labels. */
export function countLimitedPosts({ postLabels }: Counted): number {
  return postLabels.reduce((sum, { posts }) => sum + posts, 0)
}

/** Returns how many kinds of labels the account had for at least one day. X also lists rows of zero days. */
export function accountKinds({ accountLabels }: Counted): number {
  const rows = accountLabels.filter(({ days }) => days > 0)
  return new Set(rows.map(({ label }) => labelKind('account', label))).size
}

export function reportSummary(report: Counted) {
  const { total, unlabelled } = report
  const month = reportSpanText(report.month)
  const kinds = accountKinds(report)
  const limited = countLimitedPosts(report)
  const posts = [
    ...(limited > 0 ? [total === null ? words.postsOnly(limited) : words.posts(total, limited)] : []),
    ...(unlabelled > 0 ? [words.unlabelled(unlabelled)] : []),
  ]
  const account = kinds === 0 ? words.accountClear : words.account(kinds)
  const accountInMonth = words.inMonth(account, month)
  const ofPosts = posts.length > 1 ? `${posts.join(words.besides)}。` : (posts[0] ?? words.postsClear)
  // The sentence about limits comes first, because the sign before it shows that something was limited.
  const leadsPosts = kinds === 0 && posts.length > 0
  return {
    month,
    posts: ofPosts,
    first: leadsPosts ? ofPosts : accountInMonth,
    second: leadsPosts ? accountInMonth : ofPosts,
    isClear: kinds === 0 && posts.length === 0,
  }
}

export function labelsWithAmounts({ accountLabels, postLabels }: XReport) {
  return [
    ...accountLabels.map(({ days, daysInPeriod, percentageOfDays, ...label }) => ({
      ...label,
      place: 'account' as const,
      count: days,
      amount: reportText.days(days, daysInPeriod, percentageOfDays),
    })),
    ...postLabels.map(({ posts, percentageOfPosts, ...label }) => ({
      ...label,
      place: 'post' as const,
      count: posts,
      amount: reportText.count(posts, percentageOfPosts),
    })),
  ]
}

/** An invented report in the format of X's, with numbers written as strings and as numbers. */
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
