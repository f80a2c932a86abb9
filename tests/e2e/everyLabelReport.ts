import { sampleReport } from '../../src/report/summary.ts'
import { LABEL_RULES } from '../../src/results/labels/rules.ts'

/** A report with every label of the table, and one that is not known. */
export const everyLabelReport = JSON.stringify({
  ...(JSON.parse(sampleReport) as object),
  postLabels: [...namesOf('post'), 'BRAND_NEW'].map((label) => ({
    label,
    posts: '12',
    percentageOfPosts: '2.02%',
  })),
  accountLabels: namesOf('account').map((label) => ({
    label,
    days: '5',
    daysInPeriod: 31,
    percentageOfDays: '16.12%',
  })),
})

function namesOf(place: keyof typeof LABEL_RULES): string[] {
  return Object.keys(LABEL_RULES[place]).map((label) => label.replace('(CC)', '(DE, FR)'))
}
