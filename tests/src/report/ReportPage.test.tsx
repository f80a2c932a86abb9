import { createStore } from 'jotai/vanilla'
import { Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BanRules } from '../../../src/report/bans/BanRules.tsx'
import { ReportAnswers } from '../../../src/report/ReportPage.tsx'
import { runAtOnce } from '../../../src/lib/slices.ts'
import { readReport as reading } from '../../../src/report/readReport.ts'
import { shownReportsAtom } from '../../../src/report/reportAtoms.ts'
import { reportText } from '../../../src/text/report.ts'
import { ruleText } from '../../../src/text/rules.ts'

const readReport = (words: string) => runAtOnce(reading(words))

const label = { label: 'BRAND_NEW', posts: 1 }
const report = { period: { startDate: '2026-07-01', endDate: '2026-07-31' }, accountLabels: [] }

/** What the page shows of a text that holds reports. */
function shownOf(...reports: readonly object[]): string {
  const store = createStore()
  const read = readReport(JSON.stringify(reports))
  store.set(shownReportsAtom, { reports: read.reports ?? [], at: 1, isSample: false })
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <ReportAnswers />
    </Provider>,
  )
  return html.replace(/<wbr[^>]*>/g, '')
}

it.each([
  ['en', reportText.words.en, 'The post may be spam.', 'Not recommended to followers.'],
  ['ja', reportText.words.ja, 'スパムの可能性があるポストです。', 'おすすめに表示されません。'],
] as const)(
  "the page names the language of X's words that are written in %s",
  (lang, words, about, effect) => {
    const html = shownOf({ ...report, postLabels: [{ ...label, about, effect }] })
    expect(html).toContain(reportText.unknown)
    expect(html).toContain(words)
    for (const said of [about, effect]) expect(html).toContain(`<p lang="${lang}">${said}</p>`)
    const known = shownOf({ ...report, postLabels: [{ ...label, label: 'SPAM', about, effect }] })
    expect(known).toContain(words)
  },
)

it.each([
  ['in another language', 'Der Beitrag könnte Spam sein.', ''],
  ['in two languages', 'The post may be spam.', 'おすすめに表示されません。'],
])("the page names no language for X's words that are written %s", (_, about, effect) => {
  const html = shownOf({ ...report, postLabels: [{ ...label, about, effect }] })
  expect(html).toContain(reportText.words.other)
  expect(html).not.toContain('英語')
})

it('the page shows two different reports of one month, and says that they are of one month', () => {
  const one = { ...report, postCount: 10, postLabels: [] }
  const two = shownOf(one, { ...one, postLabels: [label] })
  expect(two).toContain(reportText.verdict.postsClear)
  expect(two).toContain(reportText.verdict.posts(10, 1))
  expect(two).toContain(reportText.sameSpan)
  expect(shownOf(one, { ...one, period: { startDate: '2026-06-01', endDate: '2026-06-30' } })).not.toContain(
    reportText.sameSpan,
  )
})

it('each ban has one line, which says whether labels of the report are related to it; if none are, one sentence says so', () => {
  const rulesOf = (postLabels: readonly object[]) => {
    const [first] = readReport(JSON.stringify({ ...report, postLabels })).reports ?? []
    if (!first) throw new Error('The report was not read.')
    const html = renderToStaticMarkup(<BanRules report={first} isOnly />)
    const count = (words: string) => html.split(words).length - 1
    return [...[0, 1, 2].map(ruleText.inPicture), ruleText.unrelated].map(count)
  }
  expect(rulesOf([])).toEqual([0, 0, 0, 1])
  const spam = { label: 'SPAM_HIGH_RECALL', posts: 2 }
  expect(rulesOf([spam])).toEqual([2, 2, 0, 0])
  expect(rulesOf([spam, { label: 'NSFW_HIGH_RECALL', posts: 5 }])).toEqual([2, 1, 1, 0])
})
