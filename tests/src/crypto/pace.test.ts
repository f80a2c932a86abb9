import { describe, expect, it } from 'vitest'
import { createPace } from '../../../src/crypto/workerPool.ts'

function measuredPace(rate: number) {
  const pace = createPace('rolled')
  pace.measured(rate)
  return pace
}

describe('createPace', () => {
  it('begins with eight milliseconds of work and goes on with sixteen', () => {
    const pace = measuredPace(1_000)
    const counts = [1, 2, 3, 4].map(() => {
      const count = pace.next()
      pace.answered(count, count / 1_000)
      return count
    })
    expect(counts).toEqual([8_000, 16_000, 16_000, 16_000])
  })

  it('begins short again with the next search', () => {
    const pace = measuredPace(1_000)
    for (let range = 0; range < 9; range++) pace.answered(10_000, 10)
    pace.restart()
    expect(pace.next()).toBe(8_000)
  })

  it('learns the rate of a lane that was not measured from its first range, which is shorter without a compiler', () => {
    const pace = createPace('rolled')
    expect(pace.rate()).toBeNull()
    pace.answered(pace.next(), 16)
    expect(pace.rate()).toBe(4_096)
    expect(pace.next()).toBe(65_536)
    expect(createPace('javascript').next()).toBe(8_192)
  })

  it('does not take the time of a message for that of the search', () => {
    const pace = measuredPace(10_000)
    for (let range = 0; range < 50; range++) pace.answered(100, 1 + (range % 2))
    expect(pace.rate()).toBe(10_000)
  })

  it('follows a lane that slows down, and never asks for nothing', () => {
    const pace = measuredPace(10_000)
    for (let range = 0; range < 50; range++) pace.answered(10, 1_000)
    expect(pace.rate()).toBeLessThan(1)
    expect(pace.next()).toBe(256)
  })
})
