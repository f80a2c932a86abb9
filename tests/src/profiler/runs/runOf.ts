import type {
  Calibration,
  RunConditions,
  RunEnvironment,
  RunResult,
  Trial,
} from '../../../../src/profiler/model/result.ts'
import { withSummaries } from '../../../../src/profiler/summary/summarise.ts'
import { STILL, simulateRun } from '../../../statistics/simulateRun.ts'

/** A run of an undisturbed device with two workers, which nothing watched. */
export function runOf(query: string): RunResult {
  const run = simulateRun({ query: `${query}&lanes=2`, seed: Date.UTC(2026, 0, 1), disturbances: STILL })
  return withSummaries({ ...run, conditions: null })
}

export const on = (run: RunResult, environment: Partial<RunEnvironment>): RunResult => ({
  ...run,
  environment: { ...run.environment, ...environment },
})

/** A run that found something in the first range. */
export const trialOf = (changes: Partial<Trial>): Trial => ({
  index: 0,
  startedAt: 0,
  attempts: 10,
  milliseconds: 8,
  lanes: 2,
  counter: 9,
  range: { from: 0, count: 512 },
  firstRange: null,
  verified: true,
  work: [],
  block: null,
  steal: null,
  ...changes,
})

export const calibrationOf = (changes: Partial<Calibration>): Calibration => ({
  lanes: 1,
  attempts: 1_000,
  start: [],
  between: [],
  end: [],
  ...changes,
})

/** What an undisturbed device tells of its calibration. */
export const calibrated = (changes: Partial<Calibration>): RunConditions => ({
  wakeLock: 'held',
  disturbances: [],
  calibration: calibrationOf(changes),
  steal: null,
})
