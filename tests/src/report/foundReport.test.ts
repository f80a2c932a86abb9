import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runAtOnce } from '../../../src/lib/slices.ts'
import { PIECE } from '../../../src/report/copiedText.ts'
import { readReport as reading } from '../../../src/report/readReport.ts'
import { sampleReport } from '../../../src/report/summary.ts'

const readReport = (words: string) => runAtOnce(reading(words))

const sample: unknown = JSON.parse(sampleReport)
const expected = readReport(sampleReport)
const asEntities = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escaped = JSON.stringify(sampleReport)
const august = sampleReport.replaceAll('2026-07', '2026-08')
/** As an older page laid it out, with the month last and a brace in the notes. */
const reordered = JSON.stringify({
  postLabels: [{ label: 'SPAM', posts: '1' }],
  totalAccountLabels: 0,
  notes: 'a } brace { and a \\" quote',
  period: { startDate: '2026-08-01', endDate: '2026-08-31' },
})

describe('the search for a report', () => {
  it.each([
    ['wrapped in reportJson with stray spaces', JSON.stringify({ ' reportJson ': ` ${sampleReport}\n` })],
    ['wrapped twice', JSON.stringify({ reportJson: JSON.stringify({ reportJson: sampleReport }) })],
    ['deep in an answer of X', JSON.stringify({ data: { result: { list: [{ reportJson: sample }] } } })],
    ['with words around it', `これが私のレポート{です}：\n${sampleReport}\n{ 以上 } "おわり`],
    ['written over many lines', `私の: ${JSON.stringify(sample, null, 2)}。`],
    ['in a string of a script', `self.f.push([1,${escaped}])`],
    ['in an address', `data:application/json,${encodeURIComponent(sampleReport)}`],
    ['on a line after a stray quotation mark', `私の"レポート：${sampleReport}`],
    ['after half of another one', `${sampleReport.slice(0, 300)}\n${sampleReport}`],
    ['after a reportJson that is empty', `${JSON.stringify({ reportJson: null })} ${sampleReport}`],
    ['after thousands of texts that end with their line', '{"a\n'.repeat(10_000) + sampleReport],
    ['after thousands of objects that are no JSON', '{"a":x;'.repeat(10_000) + sampleReport],
    [
      'in reportJson, and not one that another text quotes',
      JSON.stringify({ notes: august, reportJson: sampleReport }),
    ],
  ])('a report is found %s', (_, words) => {
    expect(readReport(words)).toEqual(expected)
  })

  it.each([
    ['as text', `<pre>${asEntities(sampleReport)}</pre>`],
    [
      'as text that tags colour',
      `<pre>${sampleReport.replaceAll(/"[a-zA-Z]+":/g, (name) => `<span class="k">${name}</span>`)}</pre>`,
    ],
    ['in an attribute', `<div data-report="${sampleReport.replaceAll('"', '&quot;')}"></div>`],
    ['in an attribute with numbers', `<div data-report='${sampleReport.replaceAll('"', '&#34;')}'></div>`],
    ['in a string of a script', `<script>self.f.push([1,${escaped}])</script>`],
    ['in a link', `<a href="data:application/json,${encodeURIComponent(sampleReport)}">JSON</a>`],
  ])('a report is found in a saved page %s', (_, body) => {
    const script = '<script>alert("ran");var e={"a":1,b:{}};if(a<b){}</script>'
    const head = `<head>${script}<!-- a > "b --></head>`
    expect(readReport(`<!DOCTYPE html><html lang="ja">${head}<body>${body}</body></html>`)).toEqual(expected)
  })

  it('a report in the text of a saved page has characters for entities', () => {
    const about = 'Terms & <rules>'
    const words = asEntities(sampleReport.replace('The post may be spam.', about))
    expect(readReport(`<html><pre>${words}</pre></html>`).reports?.[0]?.postLabels[0]?.about).toBe(about)
  })

  it('a report is found whatever the order of its members and whatever its texts contain', () => {
    expect(readReport(`see: ${reordered}!`).reports?.[0]).toMatchObject({
      period: { startDate: '2026-08-01' },
      postLabels: [{ label: 'SPAM', posts: 1 }],
    })
  })

  it.each([
    ['with entities', `<pre>${sampleReport.replaceAll('"', '&quot;')}</pre>`],
    ['in an address', encodeURIComponent(sampleReport)],
    ['in a script', JSON.stringify(sampleReport)],
  ])('a report %s is found wherever a long text is cut', (_, words) => {
    for (let before = 0; before < words.length; before += 97)
      expect(readReport(`${'あ'.repeat(PIECE - before)}${words}`)).toEqual(expected)
  })

  it("a report keeps entities that X's own words contain", () => {
    const about = 'Posts with &quot;words&quot;'
    const words = sampleReport.replace('The post may be spam.', about)
    expect(readReport(`見て ${words}`).reports?.[0]?.postLabels[0]?.about).toBe(about)
  })

  it('the reports of all months are found, newest first', () => {
    const june = sampleReport.replaceAll('2026-07', '2026-06')
    const months = (words: string) => readReport(words).reports?.map(({ period }) => period.startDate)
    const all = ['2026-08-01', '2026-07-01', '2026-06-01']
    expect(months(`[${june},${august},${sampleReport}]`)).toEqual(all)
    expect(months(`${sampleReport} ${august} ${june}`)).toEqual(all)
    expect(months(`[${JSON.stringify({ ' reportJson ': august })},${june}]`)).toEqual([all[0], all[2]])
  })

  it('two different reports of one month are both found, and the one that X made last comes first', () => {
    const later = sampleReport.replace('"593"', '"600"').replace('2026-08-08T', '2026-08-09T')
    const undated = sampleReport.replace('"593"', '"610"').replace('generatedAt', 'other')
    const totals = (words: string) => readReport(words).reports?.map(({ total }) => total)
    expect(totals(`${sampleReport} ${later}`)).toEqual([600, 593])
    expect(totals(`${later} ${sampleReport}`)).toEqual([600, 593])
    expect(totals(`${undated} ${undated.replace('"610"', '"620"')}`)).toEqual([610, 620])
  })

  it('a report that X made twice is found once', () => {
    const later = sampleReport.replace('2026-08-08T', '2026-08-09T')
    const { reports = [] } = readReport(`${sampleReport} ${later} ${sampleReport}`)
    expect(reports.map(({ generatedAt }) => generatedAt)).toEqual([Date.UTC(2026, 7, 9, 23, 59, 59)])
  })

  it('a report is found on its own line between any other lines', () => {
    const around = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{', '}', '"', '{"a":', '[{', '\\"', '<p>'),
    )
    fc.assert(
      fc.property(around, around, (before, after) => {
        // What stands before may open a text that never ends; on its own line it cannot swallow the report.
        expect(readReport(`${before}\n${sampleReport}\n${after}`)).toEqual(expected)
      }),
    )
  })
})

describe('gives up in time', () => {
  const filled = (piece: string) => piece.repeat(Math.floor(1_000_000 / piece.length))
  const anchored = (words: string) => `"period" "postLabels" ${words} "period"`
  it.each([
    '{',
    '{"',
    '{"period":{}},',
    '{"period":{"startDate":"2026-07-01","endDate":"2026-07-31"},"postLabels":[{"label":7}]},',
    '\\"',
    '{"\\',
    '&quot;{',
    '%7B%22',
    '<{"a":',
    '{"reportJson":"',
    '<pre><a><b>',
    '<script><',
  ])('the search for reports gives up on a megabyte of %s', (piece) => {
    expect(readReport(anchored(filled(piece)))).toEqual({ failure: 'notReport' })
    expect(readReport(filled(piece))).toEqual({ failure: 'notReport' })
  })

  it('the search for reports gives up on a report with too many rows', () => {
    const row = '{"label":"SPAM","posts":1}'
    const rows = Array.from({ length: 40_000 }, () => row).join(',')
    const words = `{"period":{"startDate":"2026-07-01","endDate":"2026-07-31"},"postLabels":[${rows}]}`
    expect(readReport(words)).toEqual({ failure: 'notReport' })
  })

  it('the work for all texts of a saved page together is bounded', () => {
    const objects = '{"period":x,'.repeat(1000) + '}'.repeat(1000)
    const page = `<!doctype html>${`<p title='${objects}'>`.repeat(60)}`
    const parse = vi.spyOn(JSON, 'parse')
    expect(readReport(page)).toEqual({ failure: 'notReport' })
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    parse.mockRestore()
    expect(parsed).toBeGreaterThan(10_000_000)
    expect(parsed).toBeLessThan(40_000_000)
  })

  it('the search for reports gives up on a deep nest of objects', () => {
    const depth = 250_000
    const words = `${'{"period":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(readReport(words)).toEqual({ failure: 'notReport' })
  })
})
