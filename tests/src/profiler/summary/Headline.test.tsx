import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Conditions, Summary } from '../../../../src/profiler/model/result.ts'
import { defaultRange } from '../../../../src/profiler/model/settings.ts'
import type { Settings } from '../../../../src/profiler/model/settings.ts'
import type { TrialWorker } from '../../../../src/profiler/run/trials.ts'
import { FitVerdict, ResultHeadline, notesOf } from '../../../../src/profiler/summary/Headline.tsx'
import { summarise } from '../../../../src/profiler/summary/summarise.ts'
import { powText } from '../../../../src/text/pow.ts'
import { worker, runTrials, verify } from '../run/searchWorkers.ts'
import { runOf } from '../runs/runOf.ts'

describe('ConditionNotes', () => {
  const quiet: Conditions = { wakeLock: 'held', disturbances: [], calibration: null, steal: 0.02 }
  const calibration = (start: number, end: number) => ({
    lanes: 1,
    attempts: 1_000,
    start: [start, start],
    between: [],
    end: [end, end],
  })

  describe('what disturbed a run, in words', () => {
    it('is nothing for a quiet run, nor for one of an older version', () => {
      expect(notesOf(quiet, false)).toEqual([])
      expect(notesOf(null, false)).toEqual([])
    })

    it('adds up how long the page was hidden and how long it stood still', () => {
      const disturbances = [
        { kind: 'hidden', at: 0, milliseconds: 3_000 },
        { kind: 'frozen', at: 4_000, milliseconds: 4_040 },
        { kind: 'hidden', at: 9_000, milliseconds: 61_000 },
        { kind: 'clock', at: 80_000, milliseconds: -3_600_000 },
      ] satisfies Conditions['disturbances']
      expect(notesOf({ ...quiet, disturbances }, false)).toEqual([
        '画面が 64秒 隠れていました',
        '端末が 4秒 止まっていました',
        '端末の時計が 3,600秒 戻されました',
      ])
    })

    it('says how much something else took, and that the device slowed down or sped up', () => {
      const [busy, slower] = notesOf({ ...quiet, steal: 0.23, calibration: calibration(100, 80) }, true)
      expect(busy).toContain('約23%')
      expect(slower).toContain('20%遅く')
      expect(notesOf({ ...quiet, calibration: calibration(100, 112) }, false)).toEqual([
        expect.stringContaining('12%速く'),
      ])
      expect(notesOf({ ...quiet, calibration: calibration(100, 97) }, false)).toEqual([])
    })

    it('says of an older run only that the device was busy', () => {
      expect(notesOf(null, true)).toHaveLength(1)
    })
  })
})

describe('FitVerdict', () => {
  // Every trial's key follows from the seed and what is judged is the range of its solution: no clock has a say here.
  const settings: Settings = {
    difficulty: 1,
    trials: 1_000,
    lanes: 2,
    engine: 'test',
    keyLength: 48,
    pool: 'warm',
    range: 4,
    seed: 11,
    against: [],
  }

  async function summaryOf(makeLane: () => TrialWorker, changes: Partial<Settings> = {}) {
    const used = { ...settings, ...changes }
    const { signal } = new AbortController()
    const lanes = Array.from({ length: used.lanes }, makeLane)
    const open = async () => makeLane()
    const trials = await runTrials(used, { open, verify, signal }, lanes)
    const startup = { pool: null, worker: null, compile: null, engine: null }
    return summarise(used, trials, { startup, scaling: [], busy: false, longTasks: null })
  }

  describe('the verdict', () => {
    it('agrees with a correct engine, and the same keys give the same sample on any number of workers', async () => {
      const [one, three] = [await summaryOf(worker, { lanes: 1 }), await summaryOf(worker, { lanes: 3 })]
      expect(one.agreement.verdict).toBe('agrees')
      expect(one.wrong).toBe(0)
      expect(three.agreement).toEqual(one.agreement)
    })

    it('agrees with an engine that searches a range backwards: the order within a range does not matter', async () => {
      const backwards = () => {
        const forwards = worker()
        return {
          ...forwards,
          async search(request: Parameters<TrialWorker['search']>[0]) {
            for (let from = request.from + request.count - 1; from >= request.from; from--) {
              const counter = await forwards.search({ ...request, from, count: 1 })
              if (counter !== null) return counter
            }
            return null
          },
        }
      }
      const { agreement } = await summaryOf(backwards, { trials: 300 })
      expect(agreement.verdict).toBe('agrees')
    })

    it('agrees whatever the size of a range', async () => {
      for (const range of [1, 30, 64]) {
        expect((await summaryOf(worker, { range })).agreement.verdict).toBe('agrees')
      }
    })

    it('gives no verdict where ranges are so wide that it would overlook half of the solutions missing', async () => {
      const blind = await summaryOf(worker, { range: 256 })
      expect(blind.agreement.verdict).toBe('few')
      expect(blind.agreement.detects).toBeLessThan(0.5)
    })

    it('finds an engine at half the success rate at difficulty 1, with the range that it gets there', async () => {
      const verdicts: string[] = []
      for (let seed = 1; seed <= 10; seed++) {
        const half = () => worker((counter) => (counter * 2_654_435_761) % 4_294_967_296 < 2_147_483_648)
        const { agreement } = await summaryOf(half, { range: defaultRange(1), seed })
        verdicts.push(agreement.verdict)
      }
      expect(verdicts).toEqual(verdicts.map(() => 'disagrees'))
    })

    it('disagrees with an engine that misses every fourth solution', async () => {
      const biased = () => worker((counter) => counter % 4 !== 0)
      expect((await summaryOf(biased)).agreement.verdict).toBe('disagrees')
    })

    it('disagrees with an engine that never searches the second half of a range', async () => {
      const biased = () => worker((counter, { from, count }) => counter < from + count / 2)
      expect((await summaryOf(biased)).agreement.verdict).toBe('disagrees')
    })

    it('disagrees with an engine that searches at a lower difficulty than it claims', async () => {
      const biased = () => {
        const honest = worker()
        return {
          ...honest,
          search: (request: Parameters<TrialWorker['search']>[0]) =>
            honest.search({ ...request, difficulty: 0 }),
        }
      }
      const { agreement, wrong } = await summaryOf(biased)
      expect(agreement.pValue).toBeLessThan(0.001)
      expect(agreement.verdict).toBe('disagrees')
      expect(wrong).toBeGreaterThan(500)
    })

    it('disagrees as soon as the independent check refuses one counter, however small the sample', async () => {
      const lying = () => ({ search: async () => 1, close() {} })
      const { agreement, wrong } = await summaryOf(lying, { trials: 3, difficulty: 6, lanes: 1 })
      expect(wrong).toBe(3)
      expect(agreement.verdict).toBe('disagrees')
    })

    it('doubts what one correct engine in a hundred would show, and one in a thousand would not', async () => {
      const biased = () => worker((counter) => counter % 16 !== 0)
      const { agreement, wrong } = await summaryOf(biased, { seed: 2 })
      expect(wrong).toBe(0)
      expect(agreement.pValue).toBeGreaterThan(0.001)
      expect(agreement.pValue).toBeLessThan(0.01)
      expect(agreement.verdict).toBe('doubtful')
    })

    it('gives no verdict on small samples', async () => {
      expect((await summaryOf(worker, { trials: 20 })).agreement.verdict).toBe('few')
    })
  })
})

describe('ResultHeadline', () => {
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
    const parts = html.split(/<dt\b[^>]*>/).slice(1)
    return parts.map((part) => part.split(/<[^>]+>/).filter(Boolean))
  }

  it("heads with the engine's speed by the workers of the run, then the median time, then the speed that is felt", () => {
    expect(figuresOf()).toEqual([
      [text.engineName(2), '毎秒 1420万 回', '14.2 MH/s・95%区間 1320万–1520万'],
      [text.timeName, '42 ミリ秒', '95%区間 41–43'],
      [text.feltName, '毎秒 930万 回', '9.3 MH/s・95%区間 920万–940万'],
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
    // Markup within a sentence marks where its lines may end.
    const words = html.replaceAll(/<wbr\/?>|<span class="phrased">/g, '')
    return words.split(/<[^>]+>/).filter(Boolean)
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
})
