import { verify } from '../../../workers/verify.ts'
import type { RunResult } from '../model/result.ts'
import { allConfigurations, createSearchKey } from '../model/settings.ts'
import type { RunSettings, AdjustedSetting } from '../model/settings.ts'
import { mean } from '../stats/sample.ts'
import { interferenceShares, isDeviceBusy, createRunResult, withInterference } from '../summary/summarise.ts'
import type { MeasuredProfile } from '../summary/summarise.ts'
import {
  clockResolution,
  readDeviceModel,
  readEnvironment,
  watchDeviceConditions,
  watchLongTasks,
} from './device.ts'
import { measureWorkerScaling, measureSustainedLoad, openCalibrator, measureThroughput } from './measure.ts'
import { openWorker, openTrialWorkerPool, runTrialsInTurns } from './trials.ts'
import type { TrialWorkerPool, RunOptions, TrialWorker } from './trials.ts'

/** Milliseconds of searching that warm a worker up: engines reach their full speed in a fraction of this. */
const WARM_UP_MS = 60

/**
 * Does a whole run: start-up, calibration, trials, calibration, scaling. A run that is stopped after its first trial still returns its
 * results so far.
 */
export async function runProfile(settings: RunSettings, options: RunOptions): Promise<MeasuredProfile> {
  const { signal, open } = options
  signal.throwIfAborted()
  const configurations = allConfigurations(settings)
  const key = createSearchKey(settings, settings.trials)
  const pools: TrialWorkerPool[] = []
  const close = () => pools.forEach((pool) => pool.close())
  signal.addEventListener('abort', close, { once: true })
  try {
    const openWarm = async (own: RunSettings) => {
      const pool = await openTrialWorkerPool(open, own)
      pools.push(pool)
      await measureThroughput(pool.workers, { key, milliseconds: WARM_UP_MS }, signal)
      return pool.workers
    }
    const workers: TrialWorker[][] = []
    for (const own of configurations) workers.push(await openWarm(own))
    // Calibration between the turns of two configurations uses workers of its own: otherwise those that calibrate would be more awake at
    // their next search than the others.
    const calibrated = configurations.length > 1 ? await openWarm(settings) : (workers[0] ?? [])
    const clock = clockResolution()
    const calibrator = await openCalibrator(calibrated, { key, clockResolution: clock, signal })
    await calibrator.start()
    signal.throwIfAborted()

    const longTasks = watchLongTasks()
    const turns = () => runTrialsInTurns(settings, options, workers, calibrator.between)
    const { done: measured, conditions } = await watchDeviceConditions(turns, options.held)
    if (!signal.aborted) await calibrator.end()

    const { record } = calibrator
    const shares = interferenceShares(record)
    const steal = shares.length > 0 ? mean(shares) : null
    const tasks = longTasks.end()
    const scaling = await measureWorkerScaling(workers, { key, clockResolution: clock, signal })
    const [first = []] = workers
    const seconds = settings.sustain ?? 0
    const sustained =
      seconds > 0 && !signal.aborted
        ? await measureSustainedLoad(first, { ...options, key, seconds })
        : undefined
    const parts = pools.slice(0, measured.length).map(({ startup }, index) => ({
      trials: withInterference(measured[index] ?? [], record),
      measures: { startup, scaling: scaling[index] ?? [], longTasks: tasks, busy: isDeviceBusy(steal) },
    }))
    return { parts, conditions: { ...conditions, calibration: record, steal }, sustained }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

export type RunRequest = {
  settings: RunSettings
  unmet: AdjustedSetting[]
  label: string
}

export async function measureDevice(
  { settings, unmet, label }: RunRequest,
  options: Omit<RunOptions, 'open' | 'verify'>,
): Promise<RunResult> {
  const model = await readDeviceModel()
  const measured = await runProfile(settings, { ...options, open: openWorker, verify })
  return createRunResult({ settings, environment: readEnvironment(label, model), unmet, profile: measured })
}
