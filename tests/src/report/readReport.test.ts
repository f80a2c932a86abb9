import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownLabel, LABELS } from '../../../src/report/labels.ts'
import { readReport, readReportFile, REPORT_MAX } from '../../../src/report/readReport.ts'
import { reportSummary } from '../../../src/report/reportSummary.ts'
import { sampleReport } from '../../../src/report/sampleReport.ts'
import { reportText } from '../../../src/text/report.ts'

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

it('reads the sample, and gives the main sentences first', () => {
  const { report } = readReport(sampleReport)
  expect(report && reportSummary(report, report.period.startDate)).toEqual({
    account: 'アカウント全体に1種類の制限がありました（2026年7月）',
    posts: '593件のうち、のべ7件のポストで表示が制限されていました',
    isClear: false,
  })
})

it('calls an empty report clear', () => {
  const { report } = read({
    totalPostLabels: 0,
    totalAccountLabels: 0,
    postLabels: undefined,
    accountLabels: undefined,
  })
  expect(report && reportSummary(report, report.period.startDate)).toEqual({
    account: 'アカウント全体への制限はありませんでした（2026年7月）',
    posts: '制限されたポストはありませんでした',
    isClear: true,
  })
})

it('takes numbers or strings, stray spaces, missing totals, further members and unknown labels', () => {
  const { report } = readReport(
    `\uFEFF${JSON.stringify({
      ...base,
      ' postCount ': undefined,
      postCount: null,
      accountAffinityProfile: { deep: [1] },
      ' postLabels ': undefined,
      postLabels: [{ ' label ': ' BRAND_NEW ', about: ' x ', posts: 3, reason: 'r', country: ['DE'] }],
    })}`,
  )
  expect(report?.postLabels).toEqual([
    { label: 'BRAND_NEW', about: 'x', effect: '', posts: 3, totalPostsInMonth: null },
  ])
  expect(report && reportSummary(report, report.period.startDate).posts).toBe(
    'のべ3件のポストで表示が制限されていました',
  )
  expect(knownLabel('post', 'BRAND_NEW')).toBeUndefined()
})

describe('every label that X publishes', () => {
  for (const label of Object.keys(LABELS.post)) {
    it(`${label} on a post is counted and said in Japanese`, () => {
      const { report } = read({ postLabels: [{ ...postLabel, label }] })
      expect(report && reportSummary(report, report.period.startDate).posts).toContain('のべ2件')
      const known = knownLabel('post', label.replaceAll('_', '').toLowerCase())
      expect(known?.name).toMatch(/[ぁ-ん一-龠]/)
      expect(known?.does.map((effect) => reportText.effect[effect])).not.toContain(undefined)
    })
  }
  for (const label of Object.keys(LABELS.account)) {
    it(`${label} on the account is counted and said in Japanese`, () => {
      const { report } = read({
        accountLabels: [{ label, about: '', effect: '', days: '5', daysInPeriod: 31 }],
      })
      expect(report && reportSummary(report, report.period.startDate).account).toContain('1種類')
      expect(knownLabel('account', label)?.name).toMatch(/[ぁ-ん一-龠]/)
    })
  }
  it('an older name of an account label is no post label', () => {
    expect(knownLabel('post', 'Compromised')).toBeUndefined()
    expect(knownLabel('account', 'DO_NOT_AMPLIFY')).not.toEqual(knownLabel('post', 'DO_NOT_AMPLIFY'))
  })
})

const BROKEN: Record<string, string> = {
  'an empty file': '',
  'a space': ' ',
  'half a file': sampleReport.slice(0, 200),
  'a page': '<!doctype html><script>alert(1)</script>',
  'a word': '"report"',
  'a number': '7',
  null: 'null',
  'a list': '[]',
  'a list of reports': `[${sampleReport}]`,
  'an empty object': '{}',
  'a period alone': JSON.stringify({ period: base.period }),
  'no period': JSON.stringify({ ...base, period: undefined }),
  'a period of another kind': JSON.stringify({ ...base, period: '2026-07' }),
  'a date that is none': JSON.stringify({ ...base, period: { startDate: 'July', endDate: '2026-07-31' } }),
  'labels that are no list': JSON.stringify({ ...base, postLabels: 'none' }),
  'a label without a name': JSON.stringify({ ...base, postLabels: [{ ...postLabel, label: '' }] }),
  'a label that is an object': JSON.stringify({ ...base, postLabels: [{ ...postLabel, label: {} }] }),
  'a negative count': JSON.stringify({ ...base, postLabels: [{ ...postLabel, posts: -1 }] }),
  'a count with a fraction': JSON.stringify({ ...base, postLabels: [{ ...postLabel, posts: 1.5 }] }),
  'a count in words': JSON.stringify({ ...base, postLabels: [{ ...postLabel, posts: 'two' }] }),
  'a huge count': JSON.stringify({ ...base, postLabels: [{ ...postLabel, posts: 1e300 }] }),
  'more labels than there are': JSON.stringify({
    ...base,
    postLabels: Array.from({ length: 301 }, () => postLabel),
  }),
  'objects without end': '['.repeat(100_000),
}

for (const [kind, words] of Object.entries(BROKEN)) {
  it(`refuses ${kind}`, () => {
    expect(readReport(words)).toEqual({ fault: 'notReport' })
  })
}

it('refuses more than a megabyte, as a text and as a file', async () => {
  const words = `${sampleReport}${' '.repeat(REPORT_MAX)}`
  expect(readReport(words)).toEqual({ fault: 'tooLarge' })
  expect(await readReportFile(new Blob([words]))).toEqual({ fault: 'tooLarge' })
})

it('says that a file could not be read', async () => {
  const gone = new Blob(['{}'])
  gone.text = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  expect(await readReportFile(gone)).toEqual({ fault: 'unreadable' })
})

it('never throws, whatever a file holds, and never answers with what is no count', () => {
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
      const { report } = readReport(words)
      const counts = report?.postLabels.map(({ posts }) => posts) ?? []
      expect(counts.filter((posts) => !Number.isInteger(posts) || posts < 0)).toEqual([])
      expect(report ? reportSummary(report, report.period.startDate).posts : '').not.toMatch(
        /NaN|undefined|Infinity/,
      )
    }),
    { numRuns: 500 },
  )
})
