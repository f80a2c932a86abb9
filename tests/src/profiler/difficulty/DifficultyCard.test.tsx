import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  DifficultyCard,
  serverSentence,
  slowerThanModelSentence,
  wouldFitSentence,
} from '../../../../src/profiler/difficulty/DifficultyCard.tsx'
import { difficultyAdvice, predictSolveTime } from '../../../../src/profiler/difficulty/timeModel.ts'
import type { TimeModel } from '../../../../src/profiler/difficulty/timeModel.ts'
import { powDifficultyText as text } from '../../../../src/text/powParts.ts'
import { runOf } from '../runs/runOf.ts'

const model: TimeModel = {
  rate: { value: 1e6, interval: null },
  fixed: { value: 2, interval: null },
  startUp: null,
}
const modelled = predictSolveTime(model, 3, 0.95)?.value ?? 0

/** A run whose slowest twentieth took longer than this many times what the model says. */
function runWith(times: number) {
  const result = runOf('difficulty=3&trials=40')
  const { milliseconds } = result.summary
  if (!milliseconds) throw new Error('The run has no times')
  return {
    ...result,
    summary: { ...result.summary, milliseconds: { ...milliseconds, p95: modelled * times } },
  }
}

it('the measured time comes first only if the model predicts much less', () => {
  expect(slowerThanModelSentence(runWith(1.1), model, false)).toBeNull()
  expect(slowerThanModelSentence(runWith(10), model, false)).toContain('この測定（難易度3）では、95%が')
})

it('the measured time does not stand for times that include the start of the workers', () => {
  const started = { ...model, startUp: { value: 500, interval: null } }
  expect(slowerThanModelSentence(runWith(10), started, true)).toBeNull()
})

it('the predicted time at the server’s difficulty is given only if the run does not contradict the model', () => {
  const asks = 'このサーバーがいま求める難易度は4です。'
  for (const first of [false, true]) {
    expect(serverSentence(4, runWith(1.1), model, first)).toContain('終わる見込み')
    expect(serverSentence(4, runWith(10), model, first)).toBe(asks)
  }
})

it('where no difficulty fits, the searches without the start of the workers are named, or else the time of the easiest', () => {
  const started = { ...model, startUp: { value: 500, interval: null } }
  const advice = (limit: number, first: boolean) => difficultyAdvice(started, limit, first)
  expect(wouldFitSentence(advice(30, true), advice(30, false))).toBe(text.withoutStart(3))
  expect(wouldFitSentence(advice(1, true), advice(1, false))).toBe(text.lowest(1, '502 ミリ秒'))
  expect(wouldFitSentence(advice(1, false))).toBe(text.lowest(1, '2.05 ミリ秒'))
})

it('the note on a difficulty that cannot be solved agrees with its row', () => {
  const run = runOf('difficulty=3&trials=40')
  const summary = {
    ...run.summary,
    scaling: [{ lanes: 2, attemptsPerSecond: 1e6, interval: null }],
  }
  const html = renderToStaticMarkup(<DifficultyCard result={{ ...run, summary }} title="" />)
  expect(html).toContain(text.unfound(6, '45%'))
  const shown = html.replaceAll(/<[^>]+>/g, '')
  expect(shown.split(text.fits.unsolved)).toHaveLength(2)
  expect(html.split('しか解けません')).toHaveLength(2)
})
