import { expect, it } from 'vitest'
import { slowerThanModelSentence } from '../../../../src/profiler/difficulty/DifficultyCard.tsx'
import { predictSolveTime } from '../../../../src/profiler/difficulty/timeModel.ts'
import type { TimeModel } from '../../../../src/profiler/difficulty/timeModel.ts'
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

it('the measured time comes first if the model predicts much less', () => {
  expect(slowerThanModelSentence(runWith(10), model)).toContain('この測定（難易度3）では、95%が')
})

it('the page says nothing about the measured time if the model agrees with it', () => {
  expect(slowerThanModelSentence(runWith(1.1), model)).toBeNull()
})
