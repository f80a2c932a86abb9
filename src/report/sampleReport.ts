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
