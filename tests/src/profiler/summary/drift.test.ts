import { describe, expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import { courseOf, driftOf } from '../../../../src/profiler/summary/fit.ts'

const RATE = 1e6

/** Searches one after another, each a range of a hundred milliseconds, at a rate that depends on the time in seconds. */
function trialsAt(seconds: number, rateAt: (second: number) => number): Trial[] {
  return Array.from({ length: seconds * 10 }, (_, index) => ({
    index,
    startedAt: index * 100,
    attempts: 1,
    milliseconds: 100,
    lanes: 1,
    counter: 1,
    range: null,
    firstRange: null,
    verified: true,
    work: [[rateAt(index / 10) / 10, 100]],
    block: null,
    steal: null,
  }))
}

const noise = () => {
  const next = random(7)
  return () => 1 + 0.04 * (next() - 0.5)
}

describe('the course of a run', () => {
  it('is forty windows of equal time with the rate in each', () => {
    const course = courseOf(trialsAt(60, (second) => (second < 30 ? RATE : RATE / 2)))
    expect(course).toHaveLength(40)
    expect(course[0]?.y).toBeCloseTo(RATE)
    expect(course.at(-1)?.y).toBeCloseTo(RATE / 2)
    const [first = { x: 0 }, second = { x: 0 }] = course
    expect(first.x * 2).toBeCloseTo(second.x - first.x)
    expect(course.at(-1)?.x).toBeGreaterThan(58)
  })

  it('has no more windows than searches, and none without a finished range', () => {
    expect(courseOf(trialsAt(1, () => RATE).slice(0, 3))).toHaveLength(3)
    const idle = trialsAt(60, () => RATE)
    for (const trial of idle) if (trial.startedAt >= 30_000) trial.work = []
    expect(courseOf(idle)).toHaveLength(20)
    expect(courseOf([])).toEqual([])
  })
})

describe('the drift of a run', () => {
  it('is what the rate loses in a minute, with an interval that holds it', () => {
    const wobble = noise()
    const drift = driftOf(trialsAt(120, (second) => RATE * (1 - 0.1 * (second / 60 - 1)) * wobble()))
    expect(drift?.percentPerMinute).toBeCloseTo(-10, 0)
    expect(drift?.pValue).toBeLessThan(0.001)
    const [least = 0, most = 0] = drift?.interval ?? []
    expect(least).toBeLessThan(-10 + 0.5)
    expect(most).toBeGreaterThan(-10 - 0.5)
    expect(most).toBeLessThan(0)
  })

  it('is none where the rate only wobbles', () => {
    const wobble = noise()
    const drift = driftOf(trialsAt(120, () => RATE * wobble()))
    expect(Math.abs(drift?.percentPerMinute ?? 100)).toBeLessThan(0.5)
    expect(drift?.pValue).toBeGreaterThan(0.05)
    expect(drift?.interval?.[0]).toBeLessThan(0)
    expect(drift?.interval?.[1]).toBeGreaterThan(0)
  })

  it('is not told of a run of less than ten seconds, nor of four windows', () => {
    expect(driftOf(trialsAt(10, () => RATE))).toBeNull()
    expect(driftOf(trialsAt(11, () => RATE))).not.toBeNull()
    const few = trialsAt(60, () => RATE).filter((_, index) => index % 150 === 0)
    expect(few).toHaveLength(4)
    expect(driftOf(few)).toBeNull()
  })
})
