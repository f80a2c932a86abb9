import { expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { csvOf } from '../../../../src/profiler/runs/runs.ts'
import { runOf } from './runOf.ts'

const found: Trial = {
  index: 7,
  startedAt: 12.5,
  attempts: 130,
  milliseconds: 3.5,
  lanes: 2,
  counter: 129,
  range: { from: 128, count: 64 },
  firstRange: 0.75,
  verified: true,
  work: [
    [64, 1.5],
    [128, 2.25],
  ],
  block: 3,
  steal: 0.25,
}
const gaveUp: Trial = {
  ...found,
  counter: null,
  range: null,
  firstRange: null,
  verified: null,
  work: [],
  block: null,
  steal: null,
}

it('a run as CSV has a line a trial, of every configuration, with empty cells for what is not known', () => {
  const run = runOf('trials=1', 1, 1)
  const { summary } = run
  const csv = csvOf({
    ...run,
    trials: [found, gaveUp],
    others: [
      { trials: [{ ...found, verified: false }], summary },
      { trials: [gaveUp], summary },
    ],
  })
  expect(csv.split('\r\n')).toEqual([
    'trial,started_at_ms,attempts,milliseconds,lanes,counter,range_from,range_count,first_range_ms,verified,searched_attempts,searched_lane_ms,configuration,block,steal',
    '7,12.5,130,3.5,2,129,128,64,0.75,true,192,3.75,0,3,0.25',
    '7,12.5,130,3.5,2,,,,,,0,0,0,,',
    '7,12.5,130,3.5,2,129,128,64,0.75,false,192,3.75,1,3,0.25',
    '7,12.5,130,3.5,2,,,,,,0,0,2,,',
    '',
  ])
})
