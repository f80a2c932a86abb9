import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../../src/lib/slices.ts'
import { readReport as reading, readReportFile } from '../../../src/report/readReport.ts'
import { reportSummary, sampleReport } from '../../../src/report/summary.ts'
import { matchLabelsToBans, labelsOfMonth } from '../../../src/results/labels/bans.ts'
import { labelText, reportSpanText } from '../../../src/results/labels/labels.ts'
import { reportText } from '../../../src/text/report.ts'

const readReport = (words: string) => runAtOnce(reading(words))

/** The main sentences about the first report. */
const summaryOf = ({ reports: [report] = [] }: ReturnType<typeof readReport>) =>
  report && reportSummary(report)

const base = {
  notes: 'n',
  period: { startDate: '2026-07-01', endDate: '2026-07-31', timezone: 'UTC' },
  generatedAt: '2026-08-08T23:59:59Z',
  postCount: '593',
  postLabels: [] as unknown[],
  accountLabels: [] as unknown[],
}
const read = (change: object) => readReport(JSON.stringify({ ...base, ...change }))
const postLabel = { label: 'SPAM_HIGH_RECALL', about: 'a', effect: 'e', posts: '2', totalPostsInMonth: '593' }

it('the sample report is read and summarised', () => {
  expect(summaryOf(readReport(sampleReport))).toMatchObject({
    first: 'アカウント全体に1種類の制限がありました（2026年7月）',
    posts: '593件のポストのうち、のべ7件で表示が制限されていました',
    isClear: false,
  })
})

it('an empty report is called clear', () => {
  expect(summaryOf(read({}))).toMatchObject({
    first: expect.stringMatching(/^アカウント全体への制限はありませんでした（/),
    posts: '制限されたポストはありませんでした',
    isClear: true,
  })
})

const untold = { postLabels: undefined, accountLabels: undefined }

it.each([
  ['a number of labels without a list', { ...untold, totalPostLabels: 0, totalAccountLabels: '0' }],
  ['a list for posts and a number for the account', { accountLabels: undefined, totalAccountLabels: 0 }],
  ['a number for posts and a list for the account', { postLabels: undefined, totalPostLabels: 0 }],
  ['null instead of the list for posts, and the number 0', { postLabels: null, totalPostLabels: '0' }],
  ['a label without posts', { postLabels: [{ ...postLabel, posts: 0 }] }],
  ['a label without days', { accountLabels: [{ label: 'Compromised', days: 0 }] }],
])('a report is called clear if it gives %s', (_, change) => {
  expect(summaryOf(read(change))?.isClear).toBe(true)
  expect(read(change).reports?.[0]?.postLabels).toEqual([])
})

it.each([
  ['nothing about the account', { accountLabels: undefined }],
  ['nothing about posts', { postLabels: undefined }],
  ['null about posts, and no number', { postLabels: null }],
  ['nothing about the account, and a number for posts', { ...untold, totalPostLabels: 0 }],
  ['nothing about posts, and a number for the account', { ...untold, totalAccountLabels: 0 }],
  ['the number of labels on posts and not which', { ...untold, totalPostLabels: 3, totalAccountLabels: 0 }],
  ['the number of labels on the account and not which', { totalAccountLabels: 1 }],
])('a report is refused if it gives %s', (_, change) => {
  expect(read(change)).toEqual({ failure: 'notReport' })
})

const pretty = JSON.stringify({ ...base, postLabels: [postLabel] }, null, 2)

it.each([
  ['curly quotation marks', pretty.replace(/"([^"]*)"/g, '“$1”')],
  ['low and high quotation marks', pretty.replace(/"([^"]*)"/g, '„$1‟')],
  ['full-width quotation marks', pretty.replaceAll('"', '＂')],
  ['no-break spaces', pretty.replaceAll(' ', '\u00a0')],
  ['ideographic spaces', pretty.replaceAll('  ', '\u3000')],
  ['invisible characters', pretty.replaceAll(':', '\u200b:').replace('period', 'peri\u00adod')],
  ['two marks of quotation before every line', pretty.replace(/^/gm, '> > ')],
  ['a comma too many in a list', pretty.replace(/\}\s*\],/, '},\n  ],')],
  ['a comma too many at the end', pretty.replace(/\n\}$/, ',\n}')],
])('a copied report is read in spite of %s', (_, copied) => {
  expect(readReport(copied).reports?.[0]?.postLabels).toEqual([
    expect.objectContaining({ label: postLabel.label, posts: 2 }),
  ])
})

it.each(['Under the Hood\n2026年7月のレポート\n3件のラベル', 'A page about a period'])(
  'the words of a page without a report are said to contain no data: %j',
  (words) => {
    expect(readReport(words)).toEqual({ failure: 'noData' })
  },
)

// Work that grows with the square of the length would run into the time limit of all tests.
it.each(['> ', ', ', '“', '\u3000', '\n> period', '{"period":{"a'])(
  'the search for reports gives up on a long text of %j',
  (piece) => {
    expect(readReport(`{"period${piece.repeat(300_000)}`)).toEqual({ failure: 'notReport' })
  },
)

it('a report with a label on the account only is not called clear', () => {
  const summary = summaryOf(read({ accountLabels: [{ label: 'SpamHighRecall', days: 5 }] }))
  expect(summary).toMatchObject({ posts: '制限されたポストはありませんでした', isClear: false })
})

it('the number of posts comes from the first label that gives it, if the report does not', () => {
  const postLabels = [{ ...postLabel, totalPostsInMonth: undefined }, postLabel]
  expect(summaryOf(read({ postCount: null, postLabels }))?.posts).toBe(
    '593件のポストのうち、のべ4件で表示が制限されていました',
  )
})

it('a report may have numbers as strings, stray spaces, missing totals, further members and unknown labels', () => {
  const { reports: [report] = [] } = readReport(
    `\uFEFF${JSON.stringify({
      ...base,
      ' postCount ': undefined,
      postCount: null,
      accountAffinityProfile: { deep: [1] },
      ' postLabels ': undefined,
      postLabels: [{ ' label ': ' BRAND_NEW ', about: ' x ', posts: 3, reason: 'r', country: ['DE'] }],
    })}`,
  )
  const row = { label: 'BRAND_NEW', about: 'x', effect: '', posts: 3, percentageOfPosts: '' }
  expect(report?.postLabels).toEqual([{ ...row, totalPostsInMonth: null }])
  expect(report && reportSummary(report).posts).toBe('のべ3件のポストで表示が制限されていました')
})

it('a row without a label is skipped, but its posts make the report not clear', () => {
  const days = { about: '', effect: '', days: '5', daysInPeriod: 31 }
  const { reports: [report] = [] } = read({
    postLabels: [{ ...postLabel, label: '' }, postLabel, { posts: 'two' }, { ...postLabel, label: null }],
    accountLabels: [{ ...days, label: ' ' }, days],
  })
  expect(report?.postLabels.map(({ label }) => label)).toEqual(['SPAM_HIGH_RECALL'])
  expect(report?.accountLabels).toEqual([])
  expect(report && reportSummary(report)).toMatchObject({
    posts:
      '593件のポストのうち、のべ2件で表示が制限されていました。このほか、制限の内容が書かれていないポストが、のべ4件あります。',
    isClear: false,
    // The sign of a finding stands before the finding.
    first:
      '593件のポストのうち、のべ2件で表示が制限されていました。このほか、制限の内容が書かれていないポストが、のべ4件あります。',
    second: 'アカウント全体への制限はありませんでした（2026年7月）',
  })
  const alone = (posts: number) => summaryOf(read({ postLabels: [{ label: '', posts }] }))
  expect(alone(2)).toMatchObject({
    posts: '制限の内容が書かれていないポストが、のべ2件あります',
    isClear: false,
  })
  expect(alone(0)?.isClear).toBe(true)
})

it('percentages are shown as X wrote them, and none are computed', () => {
  const days = { label: 'SpamHighRecall', days: 5, daysInPeriod: 31 }
  const { reports: [report] = [] } = read({
    postLabels: [
      { ...postLabel, percentageOfPosts: ' 0.33% ' },
      { ...postLabel, percentageOfPosts: 0.33 },
      { ...postLabel, percentageOfPosts: '%'.repeat(21) },
    ],
    accountLabels: [{ ...days, percentageOfDays: '16.12%' }, days],
  })
  expect(report?.postLabels.map((row) => row.percentageOfPosts)).toEqual(['0.33%', '', ''])
  expect(report?.accountLabels.map((row) => row.percentageOfDays)).toEqual(['16.12%', ''])
})

it('numbers may have commas between thousands, and dates may have a time', () => {
  const { reports: [report] = [] } = read({
    period: { startDate: '2026-07-01T00:00:00Z', endDate: ' 2026-07-31 23:59:59' },
    postCount: '12,345',
    postLabels: [{ ...postLabel, posts: '1,234' }],
  })
  expect(report?.period).toEqual({ startDate: '2026-07-01', endDate: '2026-07-31' })
  expect([report?.total, report?.postLabels[0]?.posts]).toEqual([12_345, 1234])
  for (const posts of ['1,23', ',123', '1,2345', '1 234'])
    expect(read({ postLabels: [{ ...postLabel, posts }] })).toEqual({ failure: 'notReport' })
})

it.each([
  ['2026-07-01', '2026-07-31', '2026年7月'],
  ['2028-02-01', '2028-02-29', '2028年2月'],
  ['2028-02-01', '2028-02-28', '2028年2月1日〜2028年2月28日'],
  ['2026-07-02', '2026-07-31', '2026年7月2日〜2026年7月31日'],
])('the period from %s to %s is called a month only if it is one: %s', (startDate, endDate, words) => {
  const { reports: [report] = [] } = read({ period: { startDate, endDate } })
  expect(report && reportSpanText(report.month)).toBe(words)
})

it('a text or file of up to five megabytes is read, and none that is larger', async () => {
  const words = sampleReport.padEnd(5_000_000)
  expect(readReport(words)).toEqual(readReport(sampleReport))
  expect(await readReportFile(new Blob([words]))).toEqual(readReport(sampleReport))
  expect(readReport(`${words} `)).toEqual({ failure: 'tooLarge' })
})

it('an unreadable file is reported, and a too large one is reported without loading it', async () => {
  const fileOf = (words: string) => {
    const text = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    return Object.assign(new Blob([words]), { text })
  }
  expect(await readReportFile(fileOf('{}'))).toEqual({ failure: 'unreadable' })
  expect(await readReportFile(fileOf(' '.repeat(5_000_001)))).toEqual({ failure: 'tooLarge' })
})

it('reading never throws, and every count is a whole number, whatever the file contains', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ postLabels: fc.anything(), accountLabels: fc.anything(), postCount: fc.anything() })
      .map((change) => {
        try {
          return JSON.stringify({ ...base, ...change })
        } catch {
          return '{}'
        }
      }),
    fc
      .array(
        fc.record({ label: fc.string(), posts: fc.oneof(fc.integer(), fc.string()), about: fc.string() }),
      )
      .map((postLabels) => JSON.stringify({ ...base, postLabels })),
  )
  fc.assert(
    fc.property(hostile, (words) => {
      const { reports: [report] = [] } = readReport(words)
      const counts = report?.postLabels.map(({ posts }) => posts) ?? []
      expect(counts.filter((posts) => !Number.isInteger(posts) || posts < 0)).toEqual([])
      expect(report ? reportSummary(report).posts : '').not.toMatch(/NaN|undefined|Infinity/)
    }),
    { numRuns: 500 },
  )
})

const sample = JSON.parse(sampleReport) as { period: object }
const postRow = { label: 'SPAM', posts: 1 }
const dayRow = { label: 'SpamHighRecall', days: 5, daysInPeriod: 31 }
const written = (change: object) => JSON.stringify({ ...sample, ...change })
const posts = (...rows: unknown[]) => written({ postLabels: rows })
const days = (...rows: unknown[]) => written({ accountLabels: rows })
const span = (startDate: unknown, endDate: unknown) => written({ period: { startDate, endDate } })
/** Members that no object literal can hold. */
const raw = (from: string, to: string) => sampleReport.replace(from, to)

it.each([
  ['an empty file', ''],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['objects without end', '['.repeat(100_000)],
  ['a period alone', JSON.stringify({ period: sample.period })],
  ['rows that never name a label', posts({ name: 'SPAM', posts: 1 }, {})],
  ['more labels than there are', posts(...Array.from({ length: 1001 }, () => postRow))],
  ['a report cut off in a label', sampleReport.slice(0, sampleReport.indexOf('NSFW') + 3)],
  ['Infinity for a number of posts', raw('"posts":5', '"posts":1e999')],
  ['a negative number of days', days({ ...dayRow, days: -5 })],
  ['half a day', days({ ...dayRow, days: 0.5 })],
  ['a number in full width digits', posts({ ...postRow, posts: '５' })],
  ['a row that is null', posts(null, postRow)],
  ['a month that does not exist', span('2026-13-01', '2026-13-31')],
  ['a date of five digits', span('12026-07-01', '12026-07-31')],
  ['a label longer than any', posts({ ...postRow, label: 'A'.repeat(1001) })],
  [
    'a report whose posts were cut out',
    sampleReport.slice(0, sampleReport.indexOf('postLabels')) +
      sampleReport.slice(sampleReport.indexOf('accountLabels')),
  ],
])('a text that is or contains %s is refused as no report', (_, words) => {
  const { failure } = readReport(words)
  expect(failure && reportText.failure[failure]).toBe(reportText.failure.notReport)
})

describe('reads', () => {
  it.each([
    ['that looks like another by a mark of no width', 'SP\u200BAM'],
    ['that is called __proto__', '__proto__'],
  ])('a label %s is read as an unknown one, as X wrote it', (_, label) => {
    const { reports: [report] = [] } = readReport(posts({ ...postRow, label }))
    expect(report?.postLabels).toMatchObject([{ label }])
    expect(matchLabelsToBans(report ? labelsOfMonth(report) : []).unknown).toMatchObject([{ label }])
    expect(labelText('post', label)).toEqual({ title: label, isKnown: false, sentences: [] })
  })

  it('members of __proto__ are not read as members of the report', () => {
    const words = sampleReport.replace('{', '{"__proto__":{"postCount":"1","polluted":true},')
    expect(readReport(words)).toEqual(readReport(sampleReport))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('a report with an unknown deep member is read', () => {
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`
    expect(readReport(sampleReport.replace('{', `{"later":${deep},`))).toEqual(readReport(sampleReport))
  })
})
