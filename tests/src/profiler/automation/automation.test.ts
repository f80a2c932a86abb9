import { createStore } from 'jotai/vanilla'
import { parse } from 'valibot'
import { expect, it } from 'vitest'
import { Outcome, automate, createPowRun, outcomeOf } from '../../../../src/profiler/automation/automation.ts'
import type { PowRun } from '../../../../src/profiler/automation/automation.ts'
import { runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=4&trials=200&seed=1')

it('ends with the exit code of the worst that is true of a run', () => {
  const { summary } = run
  const agreement = { ...summary.agreement, verdict: 'agrees' } as const
  const good = { ...run, summary: { ...summary, agreement, busy: false } }
  const endingOf = (change: Partial<typeof summary>, trials = good.trials) => {
    const { ending, exitCode } = outcomeOf({
      result: { ...good, trials, summary: { ...good.summary, ...change } },
    })
    return [ending, exitCode]
  }
  expect(endingOf({})).toEqual(['agrees', 0])
  expect(endingOf({ busy: true })).toEqual(['disturbed', 4])
  expect(endingOf({ busy: true, agreement: { ...agreement, verdict: 'doubtful' } })).toEqual(['unsure', 3])
  expect(endingOf({ agreement: { ...agreement, verdict: 'few' } })).toEqual(['unsure', 3])
  expect(endingOf({ wrong: 1 }, good.trials.slice(1))).toEqual(['wrong', 2])
  expect(endingOf({ agreement: { ...agreement, verdict: 'disagrees' } })).toEqual(['wrong', 2])
  expect(endingOf({ busy: true }, good.trials.slice(1))).toEqual(['stopped', 5])
  expect(outcomeOf({ error: 'no engine' })).toMatchObject({
    ending: 'failed',
    exitCode: 1,
    error: 'no engine',
  })
  expect(parse(Outcome, JSON.parse(JSON.stringify(outcomeOf({ result: run })))).result?.trials).toHaveLength(
    200,
  )
})

it('waits for the run under way, else for the next one, and answers a late question with the last', async () => {
  const told: string[] = []
  const start = () => progressed(0, 100)
  const { powRun, progressed, ended } = createPowRun(start, (event) => told.push(event))
  expect(powRun).toMatchObject({ version: 1, state: 'idle', progress: null })
  const early = powRun.then((outcome) => outcome.error)
  progressed(0, 100)
  progressed(40, 100)
  expect(powRun).toMatchObject({ state: 'running', progress: { done: 40, all: 100 } })
  ended(outcomeOf({ error: 'first' }))
  expect(await early).toBe('first')
  expect(await powRun.then((outcome) => outcome.error)).toBe('first')
  const second = powRun.start()
  const same = powRun.start()
  ended(outcomeOf({ error: 'second' }))
  expect(await second).toMatchObject({ error: 'second' })
  expect(await same).toBe(await second)
  expect(told).toEqual(['pow:started', 'pow:ended', 'pow:started', 'pow:ended'])
})

it('hands a run of the page to scripts, and nothing more once the page is left', async () => {
  const window = Object.assign(new EventTarget(), {
    location: { search: '?difficulty=1&trials=5&lanes=1&engine=rolled' },
    powRun: undefined as PowRun | undefined,
  })
  const ends: unknown[] = []
  window.addEventListener('pow:ended', (event) => ends.push((event as CustomEvent).detail))
  const leave = automate(createStore(), window as never)
  const { powRun } = window
  // Node has no `Worker`, so the run fails, and that is told too.
  const outcome = await powRun?.start()
  expect(outcome).toMatchObject({ ending: 'failed', exitCode: 1, result: null })
  expect(powRun).toMatchObject({ state: 'ended', progress: { done: 0, all: 5 } })
  expect(ends).toEqual([outcome])
  leave()
  expect(window.powRun).toBeUndefined()
  expect(await powRun?.start()).toBe(outcome)
  expect(ends).toHaveLength(1)
})
