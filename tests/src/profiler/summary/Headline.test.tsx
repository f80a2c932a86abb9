import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FinishedRun, LiveRun } from '../../../../src/profiler/FinishedRun.tsx'
import { runAnnouncement } from '../../../../src/profiler/form/RunControls.tsx'
import type { RunConditions, RunResult, RunSummary } from '../../../../src/profiler/model/result.ts'
import {
  FIGURE_ROWS,
  HEADLINE_FIGURE_ROWS,
  eachWorkerRows,
} from '../../../../src/profiler/summary/FigureTable.tsx'
import { AgreementVerdict, RunHeadline, RunOutcome } from '../../../../src/profiler/summary/Headline.tsx'
import { withSummaries } from '../../../../src/profiler/summary/summarise.ts'
import { powText } from '../../../../src/text/pow.ts'
import { powRunText } from '../../../../src/text/powRun.ts'
import { powDifficultyText } from '../../../../src/text/powParts.ts'
import { STILL, simulateRun } from '../../../statistics/simulateRun.ts'
import { calibrated, runOf } from '../runs/runOf.ts'

it.each([
  ['nothing of a quiet run', { ...calibrated({}), steal: 0.02 }, false, []],
  ['nothing of a run of an older version', null, false, []],
  [
    'how long the page was hidden in all, and how long it stood still',
    {
      ...calibrated({}),
      disturbances: [
        { kind: 'hidden', at: 0, milliseconds: 3_000 },
        { kind: 'frozen', at: 4_000, milliseconds: 4_040 },
        { kind: 'hidden', at: 9_000, milliseconds: 61_000 },
        { kind: 'clock', at: 80_000, milliseconds: -3_600_000 },
      ],
    },
    false,
    ['画面が 64秒 隠れていました', '端末が 4秒 止まっていました', '端末の時計が 3,600秒 戻されました'],
  ],
  [
    'how much something else took',
    { ...calibrated({ start: [100], end: [80] }), steal: 0.23 },
    true,
    [`${powRunText.conditions.busy('23')}${powRunText.conditions.again}`],
  ],
  ['nothing of a difference between start and end', calibrated({ start: [100], end: [70] }), false, []],
] satisfies [string, RunConditions | null, boolean, unknown[]][])(
  'the notes about a run mention %s',
  (_, conditions, busy, notes) => {
    const run = runOf('trials=1')
    const environment = { ...run.environment, clockResolution: 0 }
    const result = { ...run, conditions, environment, summary: { ...run.summary, busy } }
    const notesOf = (imported: boolean) => {
      const html = renderToStaticMarkup(<RunOutcome {...{ result, imported }} arrival={undefined} />)
      return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, note = '']) => note)
    }
    const { again, few, more } = powRunText.conditions
    // One trial is too few to judge anything.
    expect(notesOf(false)).toEqual([few + more, ...notes])
    // A run that was read from a file may be of another device: nothing is advised.
    expect(notesOf(true)).toEqual(notesOf(false).map((note) => note.replace(again, '').replace(more, '')))
  },
)

describe('ResultHeadline', () => {
  const { result: text } = powText
  const { settings, summary } = runOf('difficulty=4&trials=60&lanes=2')
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
  } satisfies RunSummary

  /** The figures of the headline in order: name, figure, interval. */
  function figuresOf(changes: Partial<RunSummary> = {}): string[][] {
    const part = { settings, summary: { ...MEASURED, ...changes } }
    const html = renderToStaticMarkup(<RunHeadline part={part} unknown={text.engineStopped} />)
    // Markup within a name marks where its lines may end.
    const parts = html.replaceAll(/<wbr[^>]*>|<p\b.*/g, '').split(/<dt\b[^>]*>/)
    return parts.slice(1).map((part) => part.split(/<[^>]+>/).filter(Boolean))
  }

  it("the headline shows the engine's speed, then the median time, then the perceived speed", () => {
    expect(figuresOf()).toEqual([
      [text.engineName(2), '毎秒 ', '1420万', ' 回', '1320万〜1520万'],
      [text.timeName, '42.0', ' ミリ秒', '41.0〜43.0'],
      [text.perceivedName, '毎秒 ', '930万', ' 回', '920万〜940万'],
    ])
  })

  it('the headline shows a dash and the reason for an unknown figure, never another figure', () => {
    const none = powRunText.figures.none
    const engineless = { scaling: MEASURED.scaling.slice(0, 1) }
    expect(figuresOf(engineless)[0]).toEqual([text.engineName(2), none, text.engineStopped])
    expect(figuresOf({ ...engineless, felt: null, milliseconds: null })).toEqual([
      [text.engineName(2), none, text.engineStopped],
      [text.timeName, none],
      [text.perceivedName, none],
    ])
  })

  /** What is said of the sample: the sign, then the words. */
  function verdictOf(
    agreement: Partial<RunSummary['agreement']>,
    changes: Partial<RunSummary> = {},
  ): string[] {
    const shown = { ...summary, agreement: { ...summary.agreement, ...agreement }, ...changes }
    const html = renderToStaticMarkup(<AgreementVerdict summary={shown} name={null} />)
    // Markup within a sentence marks where its lines may end.
    const words = html.replaceAll(/<wbr[^>]*>|<span class="phrased">/g, '')
    return words.split(/<[^>]+>/).filter(Boolean)
  }

  it.each([
    ['agrees', '✓'],
    ['doubtful', '？'],
    ['disagrees', '✕'],
    ['few', '？'],
  ] as const)(
    'the verdict that the sample %s has the sign %s, words and the figures behind it',
    (verdict, sign) => {
      const said = verdictOf({ verdict, distance: 0.0412, pValue: 0.32, detects: 0.85 })
      const { title, about } = text.verdict[verdict]
      const promise = verdict === 'few' ? [] : [text.detects('85')]
      expect(said).toEqual([sign, title, about, text.ks('0.0412', '= 0.32'), ...promise])
    },
  )
})

describe('the table of figures', () => {
  const { settings, summary } = runOf('trials=1&lanes=2')
  const rate = {
    ...summary.attemptsPerSecond,
    lanes: [1e6, 2e6],
    laneIntervals: [[0, 2e6] as [number, number], null],
  }
  const own = { settings, summary: { ...summary, gaveUpAfter: 900, attemptsPerSecond: rate } }

  it('the table gives a lower bound for percentiles among searches that gave up', () => {
    const rows = [HEADLINE_FIGURE_ROWS.median, ...FIGURE_ROWS.slice(0, 3)]
    expect(rows.map(({ name, of }) => [name, of(own).above])).toEqual([
      ['解く時間・中央値（ミリ秒）', 900],
      ['解く時間・90%点（ミリ秒）', 900],
      ['解く時間・95%点（ミリ秒）', 900],
      ['解く時間・99%点（ミリ秒）', 900],
    ])
  })

  it('the table has a row for each worker of the run with more workers', () => {
    const other = {
      settings,
      summary: { ...summary, attemptsPerSecond: { ...rate, lanes: [], laneIntervals: [] } },
    }
    const rows = eachWorkerRows([other, own])
    expect(rows.map(({ name }) => name)).toEqual([
      '1番目のワーカーの速さ（毎秒の回数）',
      '2番目のワーカーの速さ（毎秒の回数）',
    ])
    expect(rows.map(({ of }) => of(own))).toEqual([
      { value: 1e6, interval: [0, 2e6] },
      { value: 2e6, interval: null },
    ])
    expect(rows.map(({ of }) => of(other).value)).toEqual([null, null])
  })
})

describe('a whole run', () => {
  const { compare } = powRunText
  const { result: text } = powText

  /** A run as the page shows it. */
  const runOf = (query: string, factors: readonly number[] = [], seed = 3) =>
    withSummaries(simulateRun({ query: `lanes=1&${query}`, seed, disturbances: STILL, factors }))

  /** What the page says of a run, without its tags. */
  const wordsOf = (result: RunResult, other: RunResult | null = null) =>
    renderToStaticMarkup(<FinishedRun result={result} imported={false} other={other} />)
      .replaceAll(/<wbr[^>]*>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')

  const equal = runOf('difficulty=4&trials=1000&against=same')

  it('a finished run says first how it ended, and asks to measure again if it was disturbed', () => {
    const run = runOf('difficulty=4&trials=300')
    const busy = { ...run, summary: { ...run.summary, busy: true } }
    for (const [result, sentence] of [
      [run, text.ending.agrees],
      [busy, text.ending.disturbed],
    ] as const) {
      const words = wordsOf(result).replaceAll(' ', '')
      expect(words).toContain(sentence)
      expect(words.indexOf(sentence)).toBeLessThan(words.indexOf(text.timeName))
    }
  })

  it('a finished run shows the comparison that the tester asked for, then their figures, then the difficulty, then all figures', () => {
    const words = wordsOf(equal)
    const { p50, intervals } = powRunText.figures
    const places = [compare.level, p50, powDifficultyText.title, intervals].map((said) => words.indexOf(said))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
  })

  it('a finished run says which configuration is faster, or that it cannot tell', () => {
    expect(wordsOf(equal)).toContain(compare.level)
    expect(wordsOf(equal)).not.toContain('倍速い')
    const different = wordsOf(runOf('difficulty=4&trials=1000&against=engine:javascript', [1, 1.5]))
    expect(different.replaceAll(' ', '')).toMatch(
      /自動（チェックと同じ）のほうが1\.\d\d倍速い偶然とは言えない差です（95%区間1\.\d\d〜1\.\d\d）/,
    )
    expect(different).not.toContain(compare.level)
  })

  it('a running measurement says that the engine is measured at the end', () => {
    const { settings, trials } = runOf('difficulty=4&trials=50')
    const live = { settings, trials, all: trials, paused: false, turn: { run: 1, of: 1 } }
    expect(renderToStaticMarkup(<LiveRun live={live} />)).toContain(text.engineLater)
  })
})

const { state, announced, result } = powText
const run = runOf('difficulty=4&trials=100&lanes=2')

const liveAt = (done: number, paused = false) => {
  const all = run.trials.slice(0, done)
  return { settings: run.settings, trials: all, all, paused, turn: { run: 1, of: 1 } }
}

it('screen readers hear that a run starts, runs and pauses, and each quarter once', () => {
  expect(runAnnouncement(liveAt(0), null, false)).toBe(state.starting)
  expect(runAnnouncement(liveAt(10), null, false)).toBe(state.running)
  expect(runAnnouncement(liveAt(10, true), null, false)).toBe(state.paused)
  const said = run.trials.map((_, index) => runAnnouncement(liveAt(index + 1), null, false))
  expect([...new Set(said)]).toEqual([
    state.running,
    announced.progress(state.running, 25),
    announced.progress(state.running, 50),
    announced.progress(state.running, 75),
  ])
})

it('screen readers hear the result of a run, but not a failure, which is an alert', () => {
  const scaling = [1, 2].map((lanes) => ({ lanes, attemptsPerSecond: lanes * 1e6, interval: null }))
  const rated = { ...run, summary: { ...run.summary, scaling } }
  const words = runAnnouncement(null, { result: rated }, false)
  expect(words).toContain(`${state.ended}。${result.verdict[run.summary.agreement.verdict].title}。`)
  expect(words).toContain(announced.rate('200万'))
  expect(words).toMatch(/中央値は [\d.,]+ ミリ秒$/)
  const stopped = { ...rated, trials: rated.trials.slice(0, 60) }
  expect(runAnnouncement(null, { result: stopped }, false)).toContain('60回まで')
  expect(runAnnouncement(null, { error: 'no engine' }, true)).toBe('')
  expect(runAnnouncement(null, { error: 'stopped' }, false)).toBe(announced.nothing)
  expect(runAnnouncement(null, null, false)).toBe('')
})
