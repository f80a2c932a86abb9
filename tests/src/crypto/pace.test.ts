import { describe, expect, it } from 'vitest'
import { createPace } from '../../../src/crypto/pace.ts'

describe('createPace', () => {
  it('begins with a millisecond of work and doubles up to ten', () => {
    const pace = createPace(1_000)
    const counts = [1, 2, 3, 4, 5, 6].map(() => {
      const count = pace.next()
      pace.answered(count, count / 1_000)
      return count
    })
    expect(counts).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })

  it('begins short again with the next search', () => {
    const pace = createPace(1_000)
    for (let range = 0; range < 9; range++) pace.answered(10_000, 10)
    pace.restart()
    expect(pace.next()).toBe(1_000)
  })

  it('learns the rate of a lane that was not measured from its first range', () => {
    const pace = createPace(null)
    expect(pace.rate()).toBeNull()
    pace.answered(pace.next(), 4)
    expect(pace.rate()).toBe(2_048)
    expect(pace.next()).toBe(4_096)
  })

  it('follows a lane that slows down, and never asks for nothing', () => {
    const pace = createPace(10_000)
    for (let range = 0; range < 50; range++) pace.answered(10, 1_000)
    expect(pace.rate()).toBeLessThan(1)
    expect(pace.next()).toBe(256)
  })
})
