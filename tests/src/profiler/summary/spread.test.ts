import { describe, expect, it } from 'vitest'
import { bounded, spreadOf } from '../../../../src/profiler/summary/fit.ts'
import { summarise } from '../../../../src/profiler/summary/summarise.ts'
import { STILL } from '../../../statistics/simulateDevice.ts'
import { simulateRun } from '../../../statistics/simulateRun.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

/** The figures of a simulated run. */
function summaryOf(query: string) {
  const { settings, trials, summary } = simulateRun({ query, seed: 3, weather: STILL })
  return summarise(settings, trials, summary)
}

describe('the figures of a sample', () => {
  it('come with their intervals, and none of those that the sample is too small for', () => {
    const made = spreadOf(upTo(100))
    expect(made).toMatchObject({ mean: 50.5, p50: 50.5, min: 1, max: 100 })
    expect(made?.p95).toBeCloseTo(95.05, 9)
    const { mean, p50, p95, p99 } = made?.intervals ?? {}
    for (const interval of [mean, p50, p95]) expect(interval).toHaveLength(2)
    expect(p99).toBeNull()
    // Order statistics of the sign test, and Student's t.
    expect(p50).toEqual([expect.closeTo(40.763, 2), expect.closeTo(60.237, 2)])
    expect(mean).toEqual([expect.closeTo(44.743, 2), expect.closeTo(56.257, 2)])
    expect(spreadOf([3, 1, 2])).toMatchObject({
      mean: 2,
      p50: 2,
      p90: expect.closeTo(2.8, 9),
      min: 1,
      max: 3,
    })
    expect(spreadOf(upTo(400))?.intervals?.p99).not.toBeNull()
  })

  it('count what gave up as longer than all: no mean, and no percentile among it', () => {
    const made = spreadOf(upTo(60), 40)
    expect(made).toMatchObject({ mean: null, p50: 50.5, p90: null, p95: null, p99: null, min: 1, max: null })
    expect(made?.intervals).toMatchObject({ mean: null, p90: null })
    expect(spreadOf(upTo(40), 60)?.p50).toBeNull()
    expect(spreadOf([], 5)).toBeNull()
    // The 90 % point of ten lies between the ninth and the tenth value, which gave up.
    expect(spreadOf(upTo(9), 1)).toMatchObject({ p50: 5.5, p90: null, max: null })
    expect(spreadOf(upTo(9), 1)?.intervals?.p50).toEqual([expect.any(Number), expect.any(Number)])
  })
})

describe('an interval of what cannot be negative', () => {
  it('begins at zero, and is none where an end lies beyond all that is known', () => {
    expect(bounded([2, 3])).toEqual([2, 3])
    expect(bounded([-1, 2])).toEqual([0, 2])
    expect(bounded([-2, -1])).toEqual([0, 0])
    expect(bounded([1, Infinity])).toBeNull()
    expect(bounded([Number.NaN, 1])).toBeNull()
    expect(bounded(null)).toBeNull()
  })
})

describe('a run at difficulty 6, where more than half of the searches give up', () => {
  const made = summaryOf('difficulty=6&trials=400&lanes=1')

  it('says how many and after how long, and no median', () => {
    expect(made.unfound / 400).toBeGreaterThan(0.5)
    expect(made.unfound / 400).toBeLessThan(0.6)
    expect(made.gaveUpAfter).toBeCloseTo(10_000 / 7, -2)
    expect(made.milliseconds).toMatchObject({ mean: null, p50: null, p90: null, p99: null })
    expect(made.attempts).toMatchObject({ mean: null, p50: null })
  })

  it('still has its speed, and its times agree with the theory within the limit', () => {
    expect(made.felt?.attemptsPerSecond).toBeGreaterThan(6.5e6)
    expect(made.fit?.attemptsPerSecond).toBeGreaterThan(6.5e6)
    expect(made.fit?.distance).toBeLessThan(0.1)
    expect(made.agreement.verdict).toBe('agrees')
  })
})

describe('the line through attempts and times', () => {
  it('is absent where searches are so easy that times do not grow with them', () => {
    expect(summaryOf('difficulty=0&trials=300&lanes=1').fit).toBeNull()
    expect(summaryOf('difficulty=1&trials=300&lanes=1').fit).toBeNull()
  })

  it('tells the engine’s rate and the fixed time where they do', () => {
    const { fit } = summaryOf('difficulty=4&trials=1000&lanes=1')
    expect(fit?.attemptsPerSecond).toBeCloseTo(7e6, -6)
    expect(fit?.intervals?.fixed?.[0]).toBeLessThan(0.4)
    expect(fit?.intervals?.fixed?.[1]).toBeGreaterThan(0.4)
  })
})
