import { describe, expect, it } from 'vitest'
import { readReport } from '../../../src/report/readReport.ts'

describe('gives up in time', () => {
  const filled = (piece: string) => piece.repeat(Math.floor(1_000_000 / piece.length))
  const anchored = (words: string) => `"period" "postLabels" ${words} "period"`
  it.each([
    '{',
    '[',
    '"',
    '{"',
    '{"a":',
    '{"period":',
    '{"period":{}},',
    '{"period":{"startDate":"2026-07-01","endDate":"2026-07-31"},"postLabels":[{"label":7}]},',
    '{"postLabels":[{"label":"a","posts":1},',
    '\\"',
    '\\',
    '{"\\',
    '&quot;{',
    '%7B%22',
    '<',
    '<{"a":',
    '&amp;',
    '{"reportJson":"',
  ])('on a megabyte of %s', (piece) => {
    expect(readReport(anchored(filled(piece)))).toEqual({ fault: 'notReport' })
    expect(readReport(filled(piece))).toEqual({ fault: 'notReport' })
  })

  it('on a report with rows without end', () => {
    const row = '{"label":"SPAM","posts":1}'
    const rows = Array.from({ length: 40_000 }, () => row).join(',')
    const words = `{"period":{"startDate":"2026-07-01","endDate":"2026-07-31"},"postLabels":[${rows}]}`
    expect(readReport(words)).toEqual({ fault: 'notReport' })
  })

  it('on a deep nest that is closed', () => {
    const depth = 250_000
    const words = `${'{"period":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(readReport(words)).toEqual({ fault: 'notReport' })
  })
})
