import { describe, expect, it } from 'vitest'
import { EXPERIMENTS, judge } from './judge.ts'

/** `npm run test:statistics` makes 2,000 experiments. */
const COUNT = Number(process.env['EXPERIMENTS'] ?? 100)
/** Few experiments tell a share only roughly: a right claim strays this far once in three hundred times. */
const STRAY = COUNT < 2000 ? 3 * Math.sqrt((0.05 * 0.95) / COUNT) : 0

describe.each(EXPERIMENTS)('in simulated experiments, $claims.0.name and its like', (experiment) => {
  it('hold about as often as they say', () => {
    const wrong = judge(experiment, COUNT).filter(
      ({ made, share, least, most }) => made !== COUNT || share < least - STRAY || share > most + STRAY,
    )
    expect(wrong).toEqual([])
  })
})
