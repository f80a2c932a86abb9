import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../../../src/profiler/model/result.ts'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import { isBusy, meanSteal, stealIn, withSteal } from '../../../../src/profiler/summary/summarise.ts'
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

  it('is compared with the third fastest of the slice, ten before it and ten after it', () => {
    // Three slices at twice the rate count for those that have all three near them.
    const shares = stealIn(calibration(many((index) => (index >= 50 && index <= 52 ? 200 : 100))))
    const halved = shares.flatMap((share, index) => (share > 0 ? [index] : []))
    expect(halved).toEqual([42, 43, 44, 45, 46, 47, 48, 49, 53, 54, 55, 56, 57, 58, 59, 60])
    expect(shares[42]).toBeCloseTo(0.5, 12)
    expect(shares[51]).toBe(0)
  })

  it('counts the slices before and after the trials as neighbours, and none beyond them', () => {
    const { between, ...ends } = calibration([50, 100])
    const alone = { ...ends, between, start: [], end: [] }
    // The 90 % point of 50 and 100 is 95.
    expect(stealIn(alone)).toEqual([expect.closeTo(1 - 50 / 95, 12), 0])
    expect(stealIn({ ...alone, start: [200] })[0]).toBeCloseTo(1 - 50 / 180, 12)
    expect(stealIn({ ...alone, end: [200] })[1]).toBeCloseTo(1 - 100 / 180, 12)
    const long = calibration([50, ...Array.from({ length: 30 }, () => 100)])
    expect(stealIn({ ...long, start: [], end: [900, 900, 900] })[0]).toBeCloseTo(0.5, 12)
  })

  it('is nothing of a device that did nothing at all', () => {
    expect(meanSteal({ ...calibration([0, 0]), start: [0], end: [0] })).toBe(0)
  })

  it('makes a device busy from a tenth on', () => {
    expect(isBusy(0.1)).toBe(true)
    expect(isBusy(0.0999)).toBe(false)
  })

  it('is the mean of the slice before and the slice after, and of one where the other is missing', () => {
    const slices = { ...calibration([50, 100, 75]), start: [100], end: [100] }
    expect(stealIn(slices)).toEqual([0.5, 0, 0.25])
    const [trial] = runOf('trials=1', 1, 1).trials
    if (!trial) throw new Error('No trial')
    const stolen = [-5, 0, 9.9, 10, 20, 99].map(
      (startedAt) => withSteal([{ ...trial, startedAt }], slices)[0]?.steal,
    )
    expect(stolen).toEqual([0.5, 0.25, 0.25, 0.125, 0.25, 0.25])
    const inOrder = [0, 10, 20].map((startedAt) => Object.assign({}, trial, { startedAt }))
    expect(withSteal(inOrder, slices)).toEqual(
      [0.25, 0.125, 0.25].map((steal, index) => Object.assign({}, inOrder[index], { steal })),
    )
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
