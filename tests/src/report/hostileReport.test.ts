import { describe, expect, it } from 'vitest'
import { labelWords } from '../../../src/results/labels/labels.ts'
import { banTies } from '../../../src/results/labels/bans.ts'
import { labelsOfMonth } from '../../../src/results/labels/monthOfBans.ts'
import { spanKey, spanWords } from '../../../src/results/labels/span.ts'
import { readReport } from '../../../src/report/readReport.ts'
import { reportSummary, sampleReport } from '../../../src/report/summary.ts'
import { reportText } from '../../../src/text/report.ts'

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
      expect(labelWords('post', label)).toEqual({ title: label, isKnown: false, says: [] })
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

  it('the last of two members of one name, as every reader of JSON does', () => {
    const words = sampleReport.replace('"postCount":"593"', '"postCount":"1","postCount":"593"')
    expect(readReport(words)).toEqual(readReport(sampleReport))
  })

  it('a report with a deep member that nobody knows', () => {
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`
    expect(readReport(sampleReport.replace('{', `{"later":${deep},`))).toEqual(readReport(sampleReport))
  })

  it('more days than a month has, as X wrote them', () => {
    const { reports: [report] = [] } = readReport(days({ ...dayRow, days: 40 }))
    expect(report?.accountLabels[0]?.days).toBe(40)
  })

  it('a period that ends before it begins, or of one day, by its dates and not as a month', () => {
    for (const [from, to] of [
      ['2026-07-31', '2026-07-01'],
      ['2026-07-01', '2026-07-01'],
    ]) {
      const { reports: [report] = [] } = readReport(span(from, to))
      expect(report && spanWords(spanKey(report.period))).toMatch(/^2026年7月\d+日〜2026年7月\d+日$/)
    }
  })

  it('two reports of one account beside a third file that is none', () => {
    const august = sampleReport.replaceAll('2026-07', '2026-08')
    expect(readReport(`${sampleReport}{"period":1}${august}`).reports).toHaveLength(2)
  })
})
