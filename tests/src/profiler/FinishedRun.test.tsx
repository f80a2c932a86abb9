import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FinishedRun, LiveRun } from '../../../src/profiler/FinishedRun.tsx'
import type { Result } from '../../../src/profiler/model/result.ts'
import { summarised } from '../../../src/profiler/summary/summarise.ts'
import { powText } from '../../../src/text/pow.ts'
import { powDifficultyText } from '../../../src/text/powParts.ts'
import { STILL } from '../../statistics/simulateDevice.ts'
import { simulateRun } from '../../statistics/simulateRun.ts'

const { compare, result: text } = powText

/** A run as the page shows it. */
const runOf = (query: string, factors: readonly number[] = [], seed = 3) =>
  summarised(simulateRun({ query: `lanes=1&${query}`, seed, weather: STILL, factors }))

/** What the page says of a run, without its tags. */
const wordsOf = (result: Result, other: Result | null = null) =>
  renderToStaticMarkup(<FinishedRun result={result} other={other} />).replaceAll(/<[^>]+>/g, ' ')

describe('a finished run', () => {
  it('says in its first line how it ended, and to measure again where it was disturbed', () => {
    const run = runOf('difficulty=4&trials=300')
    const busy = { ...run, summary: { ...run.summary, busy: true } }
    const few = runOf('difficulty=4&trials=20')
    for (const [result, sentence] of [
      [run, text.ending.agrees],
      [busy, text.ending.disturbed],
      [few, text.ending.unsure],
      [{ ...run, settings: { ...run.settings, trials: 400 } }, text.ending.stopped],
      [{ ...run, summary: { ...run.summary, wrong: 1 } }, text.ending.wrong],
    ] as const) {
      const words = wordsOf(result).replaceAll(' ', '')
      expect(words).toContain(sentence)
      expect(words.indexOf(sentence)).toBeLessThan(words.indexOf(text.timeName))
    }
  })

  it('tells the headline first, then the difficulty, then the comparison, then all figures', () => {
    const words = wordsOf(runOf('difficulty=4&trials=1000&against=same'))
    const places = [text.timeName, powDifficultyText.title, compare.turns, powText.figures.intervals].map(
      (said) => words.indexOf(said),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
  })

  it('says of two devices how many runs are still lacking', () => {
    const [one, other] = [
      runOf('difficulty=4&trials=200', [1.4], 5),
      runOf('difficulty=4&trials=200', [1], 5),
    ]
    const elsewhere = { ...other, environment: { ...other.environment, label: '別の端末' } }
    expect(wordsOf(one, elsewhere)).toContain('まだ比べられません（各5回必要、いま1回ずつ）')
  })

  it('heads with a dash and the reason where the engine was not measured, never with another figure', () => {
    const words = wordsOf(runOf('difficulty=4&trials=300'))
    expect(words).toContain(text.engineStopped)
    expect(words.indexOf(text.engineName(1))).toBeLessThan(words.indexOf(text.feltName))
  })

  it("heads with the engine's speed by all workers, beside the one that is felt", () => {
    const run = runOf('difficulty=3&trials=300')
    const scaling = [{ lanes: 1, attemptsPerSecond: 14.1e6, interval: [13e6, 15e6] as [number, number] }]
    const words = wordsOf({ ...run, summary: { ...run.summary, scaling } })
    expect(words).toContain('毎秒 1410万 回')
    expect(words).toContain('95%区間 1300万–1500万')
  })

  it('says that a run of equal configurations cannot tell them apart, and which one is faster where they differ', () => {
    const equal = wordsOf(runOf('difficulty=4&trials=1000&against=same'))
    expect(equal).toContain(compare.level)
    expect(equal).not.toContain('倍速い')
    const different = wordsOf(runOf('difficulty=4&trials=1000&against=engine:javascript', [1, 1.5]))
    expect(different).toMatch(/自動（チェックと同じ） のほうが 1\.\d\d 倍速い（95%区間 1\.\d\d–1\.\d\d）/)
    expect(different).not.toContain(compare.level)
  })

  it('never says of two runs of one device that one is faster', () => {
    const words = wordsOf(
      runOf('difficulty=4&trials=200', [1.4], 5),
      runOf('difficulty=4&trials=200', [1], 6),
    )
    expect(words).toContain(compare.sameDevice)
    expect(words).toContain(compare.few)
    expect(words).toMatch(/1回の測定の始めと終わりで、同じ計算の速さは \d[\d.]*% ほど違いました/)
    expect(words).not.toContain('倍速い')
  })

  it('gives no median where more than half of the searches gave up, but what it lies above', () => {
    const run = runOf('difficulty=6&trials=300')
    expect(run.summary.milliseconds?.p50).toBeNull()
    expect(wordsOf(run)).toMatch(/[\d,]+ ミリ秒より長い/)
  })

  it('tells what disturbed it and what its link asked for in vain', () => {
    const run = runOf('difficulty=2&trials=200')
    const words = wordsOf({
      ...run,
      unmet: [{ name: 'lanes', asked: '4', given: '2' }],
      conditions: {
        wakeLock: 'held',
        disturbances: [{ kind: 'frozen', at: 100, milliseconds: 4_000 }],
        calibration: null,
        steal: null,
      },
    })
    expect(words).toContain('端末が 4秒 止まっていました')
    expect(words).toContain(powText.unmet.replaced('ワーカーの数', '4', '2'))
  })
})

it('a run under way says that the engine is measured at the end', () => {
  const { settings, trials } = runOf('difficulty=4&trials=50')
  const live = { settings, trials, all: trials, paused: false, turn: { run: 1, of: 1 } }
  expect(renderToStaticMarkup(<LiveRun live={live} />)).toContain(text.engineLater)
})
