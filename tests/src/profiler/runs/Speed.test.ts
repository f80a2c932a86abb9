import { describe, expect, it } from 'vitest'
import { speedOf } from '../../../../src/profiler/runs/compare.ts'

/** What is judged of an interval of ratios, and of how far the device differs from itself. */
const judged = (low: number, high: number, noise: number | null = null) =>
  speedOf(
    'turns',
    { centre: Math.log(2), interval: [Math.log(low), Math.log(high)] },
    noise === null ? null : Math.log(noise),
  )

describe('which of two is faster', () => {
  it('is told with the ratio, its interval and the noise, as times of each other', () => {
    expect(judged(1.5, 3, 1.25)).toEqual({
      method: 'turns',
      ratio: expect.closeTo(2, 12),
      interval: [expect.closeTo(1.5, 12), expect.closeTo(3, 12)],
      noise: expect.closeTo(1.25, 12),
      faster: 'right',
    })
    expect(judged(1.5, 3)).toMatchObject({ noise: null, faster: 'right' })
  })

  it('needs the whole interval on one side of 1', () => {
    expect(judged(1.01, 3).faster).toBe('right')
    expect(judged(1, 3).faster).toBeNull()
    expect(judged(0.3, 1).faster).toBeNull()
    expect(judged(0.3, 0.99).faster).toBe('left')
  })

  it('needs the whole interval beyond what the device differs from itself', () => {
    expect(judged(1.3, 3, 1.25).faster).toBe('right')
    expect(judged(1.25, 3, 1.25).faster).toBeNull()
    expect(judged(1.2, 3, 1.25).faster).toBeNull()
    expect(judged(0.25, 0.75, 1.25).faster).toBe('left')
    expect(judged(0.25, 1 / 1.2, 1.25).faster).toBeNull()
  })
})
