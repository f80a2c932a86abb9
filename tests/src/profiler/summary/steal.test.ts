import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../../../src/profiler/model/Conditions.ts'
import { isBusy, meanSteal, stealIn, withSteal } from '../../../../src/profiler/summary/steal.ts'
import { random } from '../../../../src/profiler/stats/random.ts'
import { runOf } from '../runs/runOf.ts'

/** Slices between trials at these rates, ten milliseconds apart. */
function calibration(rates: readonly number[]): Calibration {
  const [first = 1, last = 1] = [rates[0], rates.at(-1)]
  return {
    lanes: 1,
    attempts: 1_000,
    start: Array.from({ length: 15 }, () => first),
    between: rates.map((rate, index) => ({
      at: index * 10,
      attemptsPerSecond: rate,
      after: 0,
      block: null,
    })),
    end: Array.from({ length: 15 }, () => last),
  }
}

const many = (of: (index: number) => number) => Array.from({ length: 200 }, (_, index) => of(index))

describe('what something else takes of the device', () => {
  it('is nothing on a device left alone, however unsteady by a few hundredths', () => {
    const next = random(3)
    const steal = meanSteal(calibration(many(() => 1e6 * (1 + 0.04 * (next() - 0.5)))))
    expect(steal).toBeLessThan(0.04)
    expect(isBusy(steal)).toBe(false)
  })

  it('is found where it takes every third slice to half', () => {
    const steal = meanSteal(calibration(many((index) => (index % 3 === 0 ? 5e5 : 1e6))))
    expect(steal).toBeCloseTo(1 / 6, 1)
    expect(isBusy(steal)).toBe(true)
  })

  it('is not seen in a device that slowly becomes slower by a third', () => {
    const steal = meanSteal(calibration(many((index) => 1e6 * (1 - index / 600))))
    expect(isBusy(steal)).toBe(false)
  })

  it('is told of every trial by the slices before and after it', () => {
    const rates = many((index) => (index === 20 ? 2.5e5 : 1e6))
    const run = runOf('trials=40', 1, 1)
    const told = withSteal(run.trials, calibration(rates)).map(({ steal }) => steal)
    expect(stealIn(calibration(rates))[20]).toBeCloseTo(0.75, 6)
    // Trials begin every ten milliseconds: those around the twentieth slice share it.
    expect(told.filter((steal) => (steal ?? 0) > 0.3)).toHaveLength(2)
    expect(told.every((steal) => steal !== null)).toBe(true)
  })

  it('is unknown where nothing was calibrated', () => {
    expect(meanSteal(calibration([]))).toBeNull()
    expect(isBusy(null)).toBe(false)
    expect(withSteal(runOf('trials=2', 1, 1).trials, calibration([])).map(({ steal }) => steal)).toEqual([
      null,
      null,
    ])
  })
})
