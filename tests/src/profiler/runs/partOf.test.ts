import { expect, it } from 'vitest'
import { partOf } from '../../../../src/profiler/runs/compare.ts'
import { runOf } from './runOf.ts'

const run = runOf('trials=2&lanes=2&against=lanes:1&against=pool:cold', 1, 1)
const others = ['one', 'two'].map((engine, index) => ({
  trials: run.trials.slice(index),
  summary: { ...run.summary, startup: { ...run.summary.startup, engine } },
}))
const turns = { ...run, others }

it('a configuration of a run is a run of its own, with its settings, trials and figures', () => {
  const own = { ...run.settings, against: [] }
  expect(partOf(turns, 0)).toEqual({ ...run, settings: own, others: [] })
  expect(partOf(turns, 1)).toEqual({ ...run, settings: { ...own, lanes: 1 }, ...others[0], others: [] })
  expect(partOf(turns, 2)).toEqual({ ...run, settings: { ...own, pool: 'cold' }, ...others[1], others: [] })
})

it('a configuration that a run lacks is an error', () => {
  expect(() => partOf(turns, 3)).toThrow('no such configuration')
  expect(() => partOf({ ...turns, others: [] }, 1)).toThrow('no such configuration')
})
