import { createStore } from 'jotai/vanilla'
import { parse } from 'valibot'
import { expect, it } from 'vitest'
import { RunOutcome, exposeAutomation, toRunOutcome } from '../../../../src/profiler/automation/automation.ts'
import { runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=4&trials=200&seed=1')

it("a run's exit code is that of the worst fact about it", () => {
  const { summary } = run
  const agreement = { ...summary.agreement, verdict: 'agrees' } as const
  const good = { ...run, summary: { ...summary, agreement, busy: false } }
  const endingOf = (change: Partial<typeof summary>, trials = good.trials) => {
    const { ending, exitCode } = toRunOutcome({
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
  const loaded = (steps: number) => {
    const rates = Array.from({ length: steps }, () => 1e6)
    const sustained = {
      seconds: 3,
      step: 1_000,
      lanes: [rates],
      wakeLock: 'absent' as const,
      disturbances: [],
    }
    return toRunOutcome({ result: { ...good, settings: { ...good.settings, sustain: 3 }, sustained } }).ending
  }
  expect([2, 3].map(loaded)).toEqual(['stopped', 'agrees'])
  expect(toRunOutcome({ error: 'no engine' })).toMatchObject({
    ending: 'failed',
    exitCode: 1,
    error: 'no engine',
  })
  expect(
    parse(RunOutcome, JSON.parse(JSON.stringify(toRunOutcome({ result: run })))).result?.trials,
  ).toHaveLength(200)
})

it('powRun resolves with the current run, else the last one, else the next one, and ends when the page is left', async () => {
  const window: Parameters<typeof exposeAutomation>[1] = Object.assign(new EventTarget(), {
    location: { search: '?difficulty=1&trials=5&lanes=1&engine=rolled' },
  })
  const heard: unknown[] = []
  window.addEventListener('pow:started', (event) => heard.push((event as CustomEvent).detail))
  window.addEventListener('pow:ended', (event) => heard.push((event as CustomEvent).detail))
  const leave = exposeAutomation(createStore(), window)
  const { powRun } = window
  if (!powRun) throw new Error('No global')
  expect(powRun).toMatchObject({ version: 1, state: 'idle', progress: null })
  const early = powRun.then((outcome) => outcome)
  // Node has no `Worker`, so the run fails, and that is told too.
  const [first, same] = [powRun.start(), powRun.start()]
  expect(powRun).toMatchObject({ state: 'running', progress: { done: 0, all: 5 } })
  const outcome = await first
  expect(outcome).toMatchObject({ ending: 'failed', exitCode: 1, result: null })
  expect(await same).toBe(outcome)
  expect(await early).toBe(outcome)
  expect(await powRun.then((late) => late)).toBe(outcome)
  expect(powRun.state).toBe('ended')
  const second = await powRun.start()
  expect(second).not.toBe(outcome)
  const started = { version: 1, trials: 5 }
  expect(heard).toEqual([started, outcome, started, second])
  leave()
  expect(window.powRun).toBeUndefined()
  expect(await powRun.start()).toBe(second)
  expect(heard).toHaveLength(4)
})
