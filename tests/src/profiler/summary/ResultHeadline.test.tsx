import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Summary } from '../../../../src/profiler/model/result.ts'
import { FitVerdict, ResultHeadline } from '../../../../src/profiler/summary/Headline.tsx'
import { powText } from '../../../../src/text/pow.ts'
import { runOf } from '../runs/runOf.ts'

const { result: text } = powText
const { settings, summary } = runOf('difficulty=4&trials=60&lanes=2', 1, 1)
const RATES = [7.1e6, 14.2e6, 28.4e6]
const MEASURED = {
  ...summary,
  scaling: RATES.map((attemptsPerSecond, index) => ({
    lanes: index + 1,
    attemptsPerSecond,
    interval: [attemptsPerSecond - 1e6, attemptsPerSecond + 1e6] as [number, number],
  })),
  felt: { attemptsPerSecond: 9.3e6, interval: [9.2e6, 9.4e6] as [number, number] },
  milliseconds: {
    mean: 61,
    p50: 42,
    p90: 90,
    p95: 95,
    p99: 99,
    min: 1,
    max: 100,
    intervals: { mean: [60, 62], p50: [41, 43], p90: null, p95: [94, 96], p99: null },
  },
} satisfies Summary

/** The figures of the headline in order: name, figure, interval. */
function figuresOf(changes: Partial<Summary> = {}): string[][] {
  const html = renderToStaticMarkup(
    <ResultHeadline settings={settings} summary={{ ...MEASURED, ...changes }} />,
  )
  const parts = html.split('<dt>').slice(1)
  return parts.map((part) => part.split(/<[^>]+>/).filter(Boolean))
}

it("heads with the engine's speed by the lanes of the run, then the median time, then the speed that is felt", () => {
  expect(figuresOf()).toEqual([
    [text.engineName(2), '毎秒 1420万 回', '95%区間 1320万–1520万'],
    [text.timeName, '42 ミリ秒', '95%区間 41–43'],
    [text.feltName, '毎秒 930万 回', '95%区間 920万–940万'],
  ])
})

it('puts a dash for what is not known, with the reason, and never another figure', () => {
  const none = powText.figures.none
  const engineless = { scaling: MEASURED.scaling.slice(0, 1) }
  expect(figuresOf(engineless)[0]).toEqual([text.engineName(2), none, text.engineStopped])
  expect(figuresOf({ ...engineless, felt: null, milliseconds: null })).toEqual([
    [text.engineName(2), none, text.engineStopped],
    [text.timeName, none],
    [text.feltName, none],
  ])
})

it('says above what the median lies where it is not known', () => {
  const milliseconds = { ...MEASURED.milliseconds, mean: null, p50: null, intervals: null }
  expect(figuresOf({ milliseconds, gaveUpAfter: 700 })[1]).toEqual([text.timeName, '700 ミリ秒より長い'])
})

/** What is said of the sample: the sign, then the words. */
function verdictOf(agreement: Partial<Summary['agreement']>, changes: Partial<Summary> = {}): string[] {
  const shown = { ...summary, agreement: { ...summary.agreement, ...agreement }, ...changes }
  const html = renderToStaticMarkup(<FitVerdict summary={shown} />)
  return html.split(/<[^>]+>/).filter(Boolean)
}

it.each([
  ['agrees', '✓'],
  ['doubtful', '？'],
  ['disagrees', '✕'],
  ['few', '？'],
] as const)(
  'says that the sample %s by the sign %s, its words and the figures behind them',
  (verdict, sign) => {
    const said = verdictOf({ verdict, distance: 0.0412, pValue: 0.32, detects: 0.85 })
    const { title, about } = text.verdict[verdict]
    const promise = verdict === 'few' ? [] : [text.detects('85')]
    expect(said).toEqual([sign, title, about, text.ks('0.0412', '= 0.32'), ...promise])
  },
)

it('counts the answers that were refused and the searches without one', () => {
  const said = verdictOf({ verdict: 'disagrees', detects: null }, { wrong: 3, unfound: 1234 })
  expect(said.slice(2, 4)).toEqual([text.wrong('3'), text.unfound('1,234')])
  expect(said).not.toContain(text.verdict.disagrees.about)
})
