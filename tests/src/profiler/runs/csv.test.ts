import { expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/runResult.ts'
import { csvOf } from '../../../../src/profiler/runs/csv.ts'
import { runOf } from './runOf.ts'

const run = runOf('difficulty=4&trials=2', 1, 1)
const TRIAL: Trial = {
  index: 1,
  startedAt: 2,
  attempts: 3,
  milliseconds: 4.5,
  lanes: 6,
  counter: 7,
  range: { from: 8, count: 9 },
  firstRange: 10,
  verified: false,
  work: [
    [11, 12],
    [100, 200],
  ],
  block: 13,
  steal: 0.25,
}
const NOT_FOUND = { ...TRIAL, counter: null, range: null, firstRange: null, verified: null, work: [] }

it('has every figure of a search in the column of its name, and none where there is none', () => {
  const lines = csvOf({ ...run, trials: [TRIAL, { ...NOT_FOUND, block: null, steal: null }] }).split('\r\n')
  expect(lines).toEqual([
    'trial,started_at_ms,attempts,milliseconds,lanes,counter,range_from,range_count,first_range_ms,verified,' +
      'searched_attempts,searched_lane_ms,configuration,block,steal',
    '1,2,3,4.5,6,7,8,9,10,false,111,212,0,13,0.25',
    '1,2,3,4.5,6,,,,,,0,0,0,,',
    '',
  ])
})

it('numbers the configurations that took turns, in their order', () => {
  const others = [2, 3].map((lanes) => ({ trials: [{ ...TRIAL, lanes }], summary: run.summary }))
  const rows = csvOf({ ...run, trials: [TRIAL], others })
    .trimEnd()
    .split('\r\n')
    .slice(1)
  expect(rows.map((row) => [row.split(',')[4], row.split(',')[12]])).toEqual([
    ['6', '0'],
    ['2', '1'],
    ['3', '2'],
  ])
})
