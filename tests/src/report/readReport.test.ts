import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REPORT_MAX, objectsIn, readReport, readReportFile } from '../../../src/report/readReport.ts'
import { reportSummary, sampleReport } from '../../../src/report/summary.ts'
import { banTies } from '../../../src/results/labels/bans.ts'
import { labelText } from '../../../src/results/labels/labels.ts'
import { labelsOfMonth } from '../../../src/results/labels/monthOfBans.ts'
import { spanKey, spanText } from '../../../src/results/labels/span.ts'
import { reportText } from '../../../src/text/report.ts'

describe('objectsIn', () => {
  const TWO = '{"a":1} {"b":["\\"}"]}'

  describe('looks at no more characters than it may', () => {
    it('and counts each that it looks at, in and between the texts', () => {
      const work = { left: 100 }
      expect([...objectsIn(TWO, work)]).toEqual([{ a: 1 }, { b: ['"}'] }])
      // Of the escaped quotation mark it looks at the backslash alone.
      expect(work.left).toBe(100 - (TWO.length - 1 - 1))
    })

    it('and counts none behind the end of a text that ends within an object', () => {
      for (const half of ['{"a":1', '{"a']) {
        const work = { left: 100 }
        expect([...objectsIn(half, work)]).toEqual([])
        expect(work.left).toBe(100 - half.length)
      }
    })

    it('and finds an object at whose last character nothing is left', () => {
      expect([...objectsIn(TWO, { left: 7 })]).toEqual([{ a: 1 }])
      expect([...objectsIn(TWO, { left: 6 })]).toEqual([])
      expect([...objectsIn('{"a":1}.', { left: 6 })]).toEqual([])
    })

    it('and ends where nothing is left, in a text or outside', () => {
      for (const left of [0, 1, 2, 3, 5]) {
        const work = { left }
        expect([...objectsIn('{"abc":{"d":"e"', work)]).toEqual([])
        expect(work.left).toBe(0)
      }
    })
  })
})

describe('readReport', () => {
  const base = {
    notes: 'n',
    period: { startDate: '2026-07-01', endDate: '2026-07-31', timezone: 'UTC' },
    generatedAt: '2026-08-08T23:59:59Z',
    postCount: '593',
    postLabels: [] as unknown[],
    accountLabels: [] as unknown[],
  }
  const read = (change: object) => readReport(JSON.stringify({ ...base, ...change }))
  const postLabel = {
    label: 'SPAM_HIGH_RECALL',
    about: 'a',
    effect: 'e',
    posts: '2',
    totalPostsInMonth: '593',
  }

  it('reads the sample, and gives the main sentences first', () => {
    const { reports: [report] = [] } = readReport(sampleReport)
    expect(report && reportSummary(report, spanKey(report.period))).toEqual({
      account: 'アカウント全体に1種類の制限がありました（2026年7月）',
      posts: '593件のうち、のべ7件のポストで表示が制限されていました',
      isClear: false,
    })
  })

  it('calls an empty report clear', () => {
    const { reports: [report] = [] } = read({
      totalPostLabels: 0,
      totalAccountLabels: 0,
      postLabels: undefined,
      accountLabels: undefined,
    })
    expect(report && reportSummary(report, spanKey(report.period))).toEqual({
      account: 'アカウント全体への制限はありませんでした（2026年7月）',
      posts: '制限されたポストはありませんでした',
      isClear: true,
    })
  })

  const untold = { postLabels: undefined, accountLabels: undefined }

  it.each([
    ['a number of labels where it gives no list', { ...untold, totalPostLabels: 0, totalAccountLabels: '0' }],
    ['a list for posts and a number for the account', { accountLabels: undefined, totalAccountLabels: 0 }],
    ['a number for posts and a list for the account', { postLabels: undefined, totalPostLabels: 0 }],
    ['a number where the list is empty', { totalPostLabels: 0, totalAccountLabels: 0 }],
  ])('calls a report clear that gives %s', (_, change) => {
    const { reports: [report] = [] } = read(change)
    expect(report && reportSummary(report, spanKey(report.period)).isClear).toBe(true)
  })

  it.each([
    ['nothing about the account', { accountLabels: undefined }],
    ['nothing about posts', { postLabels: undefined }],
    ['nothing about the account, and a number for posts', { ...untold, totalPostLabels: 0 }],
    ['nothing about posts, and a number for the account', { ...untold, totalAccountLabels: 0 }],
    ['the number of labels on posts and not which', { ...untold, totalPostLabels: 3, totalAccountLabels: 0 }],
    ['the number of labels on the account and not which', { totalAccountLabels: 1 }],
  ])('refuses a report that tells %s', (_, change) => {
    expect(read(change)).toEqual({ fault: 'notReport' })
  })

  it('does not call a report clear that has a label on the account alone', () => {
    const { reports: [report] = [] } = read({ accountLabels: [{ label: 'SpamHighRecall', days: 5 }] })
    expect(report && reportSummary(report, spanKey(report.period))).toEqual({
      account: 'アカウント全体に1種類の制限がありました（2026年7月）',
      posts: '制限されたポストはありませんでした',
      isClear: false,
    })
  })

  it('takes the number of posts from the first label that tells it, where the report itself does not', () => {
    const { reports: [report] = [] } = read({
      postCount: null,
      postLabels: [{ ...postLabel, totalPostsInMonth: undefined }, postLabel],
    })
    expect(report && reportSummary(report, spanKey(report.period)).posts).toBe(
      '593件のうち、のべ4件のポストで表示が制限されていました',
    )
  })

  it('takes numbers or strings, stray spaces, missing totals, further members and unknown labels', () => {
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
    expect(report?.postLabels).toEqual([
      {
        label: 'BRAND_NEW',
        about: 'x',
        effect: '',
        posts: 3,
        share: '',
        totalPostsInMonth: null,
      },
    ])
    expect(report && reportSummary(report, spanKey(report.period)).posts).toBe(
      'のべ3件のポストで表示が制限されていました',
    )
    expect(labelText('post', 'BRAND_NEW').isKnown).toBe(false)
  })

  const BROKEN: Record<string, string> = {
    'an empty file': '',
    'a space': ' ',
    'a page': '<!doctype html><script>alert(1)</script>',
    'a word': '"report"',
    'a number': '7',
    null: 'null',
    'a list': '[]',
    'an empty object': '{}',
    'a period alone': JSON.stringify({ period: base.period }),
    'no period': JSON.stringify({ ...base, period: undefined }),
    'a date that is none': JSON.stringify({ ...base, period: { startDate: 'July', endDate: '2026-07-31' } }),
    'rows that never name a label': JSON.stringify({ ...base, postLabels: [{ name: 'SPAM', posts: 1 }, {}] }),
    'a huge count': JSON.stringify({ ...base, postLabels: [{ ...postLabel, posts: 1e300 }] }),
    'more labels than there are': JSON.stringify({
      ...base,
      postLabels: Array.from({ length: 1001 }, () => postLabel),
    }),
    'objects without end': '['.repeat(100_000),
  }

  for (const [kind, words] of Object.entries(BROKEN)) {
    it(`refuses ${kind}`, () => {
      expect(readReport(words)).toEqual({ fault: 'notReport' })
    })
  }

  it('skips a row without a label, as the page of X does, and is not clear where it counts posts', () => {
    const days = { about: '', effect: '', days: '5', daysInPeriod: 31 }
    const { reports: [report] = [] } = read({
      postLabels: [{ ...postLabel, label: '' }, postLabel, { posts: 'two' }, { ...postLabel, label: null }],
      accountLabels: [{ ...days, label: ' ' }, days],
    })
    expect(report?.postLabels.map(({ label }) => label)).toEqual(['SPAM_HIGH_RECALL'])
    expect(report?.accountLabels).toEqual([])
    expect(report && reportSummary(report, spanKey(report.period))).toEqual({
      account: 'アカウント全体への制限はありませんでした（2026年7月）',
      posts:
        '593件のうち、のべ2件のポストで表示が制限されていました。どんな制限か書かれていないポストが、のべ4件あります',
      isClear: false,
    })
    const alone = read({ postLabels: [{ ...postLabel, label: '' }] }).reports?.[0]
    expect(alone && reportSummary(alone, '2026-07')).toMatchObject({
      posts: 'どんな制限か書かれていないポストが、のべ2件あります',
      isClear: false,
    })
    const none = read({ postLabels: [{ ...postLabel, label: '', posts: 0 }] }).reports?.[0]
    expect(none && reportSummary(none, '2026-07').isClear).toBe(true)
  })

  it("keeps X's own percentages as X wrote them, and makes none", () => {
    const days = { label: 'SpamHighRecall', days: 5, daysInPeriod: 31 }
    const { reports: [report] = [] } = read({
      postLabels: [
        { ...postLabel, percentageOfPosts: ' 0.33% ' },
        { ...postLabel, percentageOfPosts: 0.33 },
        { ...postLabel, percentageOfPosts: '%'.repeat(21) },
      ],
      accountLabels: [{ ...days, percentageOfDays: '16.12%' }, days],
    })
    expect(report?.postLabels.map(({ share }) => share)).toEqual(['0.33%', '', ''])
    expect(report?.accountLabels.map(({ share }) => share)).toEqual(['16.12%', ''])
  })

  it('reads numbers with commas between thousands, and dates with a time', () => {
    const { reports: [report] = [] } = read({
      period: { startDate: '2026-07-01T00:00:00Z', endDate: ' 2026-07-31 23:59:59' },
      postCount: '12,345',
      postLabels: [{ ...postLabel, posts: '1,234' }],
    })
    expect(report?.period).toEqual({ startDate: '2026-07-01', endDate: '2026-07-31' })
    expect([report?.total, report?.postLabels[0]?.posts]).toEqual([12_345, 1234])
    for (const posts of ['1,23', ',123', '1,2345', '1 234'])
      expect(read({ postLabels: [{ ...postLabel, posts }] })).toEqual({ fault: 'notReport' })
  })

  it('is named by its whole span, which is called a month only where it is one', () => {
    const named = (startDate: string, endDate: string) => spanText(spanKey({ startDate, endDate }))
    expect(named('2026-07-01', '2026-07-31')).toBe('2026年7月')
    expect(named('2028-02-01', '2028-02-29')).toBe('2028年2月')
    expect(named('2028-02-01', '2028-02-28')).toBe('2028年2月1日〜2028年2月28日')
    expect(named('2026-07-02', '2026-07-31')).toBe('2026年7月2日〜2026年7月31日')
    expect(named('2026-07-01', '2026-08-31')).toBe('2026年7月1日〜2026年8月31日')
  })

  it('reads a label with every country there is', () => {
    const label = `UnspecifiedReason(${Array.from({ length: 250 }, () => 'JP').join('|')})`
    expect(read({ postLabels: [{ ...postLabel, label }] }).reports?.[0]?.postLabels[0]?.label).toBe(label)
  })

  it('counts the kinds of labels on the account, not their rows', () => {
    const row = (label: string) => ({ label, days: 2 })
    const { reports: [report] = [] } = read({
      accountLabels: [
        { label: 'Compromised', days: 0 },
        row('SpamHighRecall'),
        row('SPAM_HIGH_RECALL'),
        row('LegalRequest(DE)'),
        row('LegalRequest(DE, FR)'),
        row('Dmca'),
      ],
    })
    expect(report && reportSummary(report, spanKey(report.period)).account).toContain('3種類')
  })

  it('refuses more than five megabytes, as a text and as a file', async () => {
    const words = `${sampleReport}${' '.repeat(REPORT_MAX)}`
    expect(readReport(words)).toEqual({ fault: 'tooLarge' })
    expect(await readReportFile(new Blob([words]))).toEqual({ fault: 'tooLarge' })
  })

  it('reads five megabytes, as a text and as a file', async () => {
    const words = sampleReport.padEnd(REPORT_MAX)
    expect(readReport(words)).toEqual(readReport(sampleReport))
    expect(await readReportFile(new Blob([words]))).toEqual(readReport(sampleReport))
  })

  it('says of a larger file that it is too large without loading it', async () => {
    const video = new Blob([' '.repeat(REPORT_MAX + 1)])
    video.text = () => Promise.reject(new DOMException('no memory', 'NotReadableError'))
    expect(await readReportFile(video)).toEqual({ fault: 'tooLarge' })
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
        const { reports: [report] = [] } = readReport(words)
        const counts = report?.postLabels.map(({ posts }) => posts) ?? []
        expect(counts.filter((posts) => !Number.isInteger(posts) || posts < 0)).toEqual([])
        expect(report ? reportSummary(report, spanKey(report.period)).posts : '').not.toMatch(
          /NaN|undefined|Infinity/,
        )
      }),
      { numRuns: 500 },
    )
  })
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

describe('refuses in words', () => {
  it.each([
    ['a file of zeros', '\u0000'.repeat(1000)],
    ['a report cut off in a label', sampleReport.slice(0, sampleReport.indexOf('NSFW') + 3)],
    ['a report without its last bracket', sampleReport.slice(0, -1)],
    ['NaN for a number of days', raw('"days":"5"', '"days":NaN')],
    ['Infinity for a number of posts', raw('"posts":5', '"posts":1e999')],
    ['a negative number of days', days({ ...dayRow, days: -5 })],
    ['a number of days with a sign in a text', days({ ...dayRow, days: '-5' })],
    ['half a day', days({ ...dayRow, days: 0.5 })],
    ['a number in full width digits', posts({ ...postRow, posts: '５' })],
    ['a hexadecimal number', posts({ ...postRow, posts: '0x10' })],
    ['true for a number', posts({ ...postRow, posts: true })],
    ['a list for a label', posts({ ...postRow, label: ['SPAM'] })],
    ['a list for a row', posts([postRow])],
    ['a row that is null', posts(null, postRow)],
    ['an object for the list of labels', written({ postLabels: { 0: postRow } })],
    ['a list for the period', written({ period: ['2026-07-01', '2026-07-31'] })],
    ['a period with numbers for dates', span(20_260_701, 20_260_731)],
    ['a month that does not exist', span('2026-13-01', '2026-13-31')],
    ['a date of five digits', span('12026-07-01', '12026-07-31')],
    ['a date in another order', span('01/07/2026', '31/07/2026')],
    ['a label longer than any', posts({ ...postRow, label: 'A'.repeat(1001) })],
    ['members under __proto__', `{"__proto__":{"period":null},"constructor":{"prototype":{}}}`],
    [
      'a report whose posts were cut out',
      sampleReport.slice(0, sampleReport.indexOf('postLabels')) +
        sampleReport.slice(sampleReport.indexOf('accountLabels')),
    ],
  ])('%s', (_, words) => {
    const { fault } = readReport(words)
    expect(fault && reportText.fault[fault]).toBe(reportText.fault.notReport)
  })
})

describe('reads', () => {
  it.each([
    ['labels in other languages', posts({ ...postRow, label: '垃圾信息' }), ['垃圾信息']],
    ['a label of emoji', posts({ ...postRow, label: '🚫👩‍👩‍👧' }), ['🚫👩‍👩‍👧']],
    [
      'a label in Arabic, with marks of direction',
      posts({ ...postRow, label: '\u202Eمزعج\u202C' }),
      ['\u202Eمزعج\u202C'],
    ],
    [
      'a label that looks like another by a mark of no width',
      posts({ ...postRow, label: 'SP\u200BAM' }),
      ['SP\u200BAM'],
    ],
    [
      'HTML in a label',
      posts({ ...postRow, label: '<img src=x onerror=alert(1)>' }),
      ['<img src=x onerror=alert(1)>'],
    ],
    ['a formula of a spreadsheet', posts({ ...postRow, label: '=HYPERLINK("//x")' }), ['=HYPERLINK("//x")']],
    ['a label that is called __proto__', posts({ ...postRow, label: '__proto__' }), ['__proto__']],
    ['a label that is called constructor', posts({ ...postRow, label: 'constructor' }), ['constructor']],
    ['a lone half of a character', posts({ ...postRow, label: 'A\uD83D' }), ['A\uD83D']],
  ])('%s, as an unknown one and as X wrote it', (_, words, labels) => {
    const { reports: [report] = [] } = readReport(words)
    expect(report?.postLabels.map(({ label }) => label)).toEqual(labels)
    expect(banTies(report ? labelsOfMonth(report) : []).unknown.map(({ label }) => label)).toEqual(labels)
    for (const label of labels)
      expect(labelText('post', label)).toEqual({ title: label, isKnown: false, sentences: [] })
  })

  it('a label twice, once for each row, and ties it to a ban once a row', () => {
    const { reports: [report] = [] } = readReport(posts(postRow, { ...postRow, posts: 2 }))
    expect(report && reportSummary(report, '2026-07').posts).toContain('のべ3件')
    const { ties } = banTies(report ? labelsOfMonth(report).filter(({ place }) => place === 'post') : [])
    expect(ties.search_ban.map(({ labels }) => labels.length)).toEqual([2])
  })

  it('members of __proto__ as no members of the report', () => {
    const words = sampleReport.replace('{', '{"__proto__":{"postCount":"1","polluted":true},')
    expect(readReport(words)).toEqual(readReport(sampleReport))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('a report with a deep member that nobody knows', () => {
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`
    expect(readReport(sampleReport.replace('{', `{"later":${deep},`))).toEqual(readReport(sampleReport))
  })

  it('a period that ends before it begins, or of one day, by its dates and not as a month', () => {
    for (const [from, to] of [
      ['2026-07-31', '2026-07-01'],
      ['2026-07-01', '2026-07-01'],
    ]) {
      const { reports: [report] = [] } = readReport(span(from, to))
      expect(report && spanText(spanKey(report.period))).toMatch(/^2026年7月\d+日〜2026年7月\d+日$/)
    }
  })
})
