import { expect, it } from 'vitest'
import { runAnnouncement } from '../../../../src/profiler/form/runAnnouncement.ts'
import { powText } from '../../../../src/text/pow.ts'
import { runOf } from '../runs/runOf.ts'

const { state, announced, result } = powText
const run = runOf('difficulty=4&trials=100&lanes=2', 1, 1)

const liveAt = (done: number, paused = false) => {
  const all = run.trials.slice(0, done)
  return { settings: run.settings, trials: all, all, paused, turn: { run: 1, of: 1 } }
}

it('tells that a run starts, runs and rests, and every quarter of it once', () => {
  expect(runAnnouncement(liveAt(0), null, false)).toBe(state.starting)
  expect(runAnnouncement(liveAt(10), null, false)).toBe(state.running)
  expect(runAnnouncement(liveAt(10, true), null, false)).toBe(state.paused)
  const told = run.trials.map((_, index) => runAnnouncement(liveAt(index + 1), null, false))
  expect([...new Set(told)]).toEqual([
    state.running,
    announced.progress(state.running, 25),
    announced.progress(state.running, 50),
    announced.progress(state.running, 75),
  ])
})

it('tells what came out in the end, and nothing of a failure, which is an alert', () => {
  const scaling = [1, 2].map((lanes) => ({ lanes, attemptsPerSecond: lanes * 1e6, interval: null }))
  const rated = { ...run, summary: { ...run.summary, scaling } }
  const told = runAnnouncement(null, { result: rated }, false)
  expect(told).toContain(`${state.ended}。${result.verdict[run.summary.agreement.verdict].title}。`)
  expect(told).toContain(announced.rate('200万'))
  expect(told).toMatch(/中央値は [\d.,]+ ミリ秒$/)
  const stopped = { ...rated, trials: rated.trials.slice(0, 60) }
  expect(runAnnouncement(null, { result: stopped }, false)).toContain('60回まで')
  expect(runAnnouncement(null, { error: 'no engine' }, true)).toBe('')
  expect(runAnnouncement(null, { error: 'stopped' }, false)).toBe(announced.nothing)
  expect(runAnnouncement(null, null, false)).toBe('')
})
