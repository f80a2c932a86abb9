import { describe, expect, it } from 'vitest'
import { compare } from '../../../../src/profiler/runs/compare.ts'
import { runOf } from './runOf.ts'

describe('comparing two runs', () => {
  it('finds a difference of five per cent with a hundred common keys', () => {
    const { speed, same } = compare(runOf('trials=100', 1.05, 1), runOf('trials=100', 1, 2))
    expect(speed).toMatchObject({ faster: 'right', significant: true })
    expect(speed?.times).toBeCloseTo(1.05, 1)
    expect(same).toEqual({ compared: 100, equal: 100 })
  })

  it('does not mistake luck for speed where the keys differ', () => {
    const { speed, same } = compare(runOf('trials=100&seed=3', 1.05, 1), runOf('trials=100&seed=4', 1, 2))
    expect(speed?.significant).toBe(false)
    expect(same).toBeNull()
  })

  it('finds one that is twice as fast with other keys, too, whichever side it is on', () => {
    const [slow, fast] = [runOf('trials=400&seed=3', 2, 1), runOf('trials=400&seed=4', 1, 2)]
    expect(compare(slow, fast).speed).toMatchObject({ faster: 'right', significant: true })
    expect(compare(fast, slow).speed).toMatchObject({ faster: 'left', significant: true })
    expect(compare(fast, slow).speed?.times).toBeGreaterThan(1.5)
  })

  it('calls equal runs equal', () => {
    const run = runOf('trials=100', 1, 1)
    expect(compare(run, run).speed).toMatchObject({ times: 1, significant: false })
  })

  it('does not compare times of different difficulties', () => {
    expect(compare(runOf('trials=60', 1, 1), runOf('trials=60&difficulty=3', 1, 1)).speed).toBeNull()
  })
})
