import { describe, expect, it } from 'vitest'
import type { RunEnvironment, RunResult } from '../../../../src/profiler/model/result.ts'
import { deviceCsvRows, summariseDevices, toDeviceRun } from '../../../../src/profiler/runs/devices.ts'
import { calibrated, on, runOf } from './runOf.ts'

const run = runOf('difficulty=4&trials=60')

/** A run of a device that searches so many million attempts a second. */
function runOn(label: string, rate: number, environment: Partial<RunEnvironment> = {}): RunResult {
  const scaling = [{ lanes: 2, attemptsPerSecond: rate * 1e6, interval: null }]
  const summary = { ...run.summary, scaling, fit: null, milliseconds: null }
  return on({ ...run, summary }, { label, ...environment })
}

const runsOf = (...results: RunResult[]) => results.map(toDeviceRun)

describe('the devices of a list of runs', () => {
  it('numbers of workers are listed by size, so that 12 comes after 2', () => {
    const [device] = summariseDevices(
      [12, 2, 4, 12].map((lanes, index) =>
        Object.assign(toDeviceRun(runOn('Pixel', 8)), { id: `${index}`, lanes }),
      ),
    )
    expect(device?.lanes).toEqual([2, 4, 12])
  })

  it('devices are distinguished by label, or else by browser and system; each run counts once, and the slowest device comes first', () => {
    const devices = summariseDevices(
      runsOf(
        runOn('Pixel', 8),
        runOn('Pixel', 8),
        runOn('Pixel', 6, { date: '2026-01-02T00:00:00.000Z', userAgent: 'another browser' }),
        runOn('', 3, { userAgent: 'A' }),
        runOn('', 2, { userAgent: 'B' }),
        runOn('', 4, { userAgent: 'A', date: '2026-01-03T00:00:00.000Z' }),
      ),
    )
    expect(devices.map(({ label, rate, runs }) => [label, rate, runs.length])).toEqual([
      ['', 2e6, 1],
      ['', 3.5e6, 2],
      ['Pixel', 7e6, 2],
    ])
  })

  it('a device is not called slower because its calibration was slower at the end of a run than at its start', () => {
    const cellsOf = (...runs: RunResult[]) => deviceCsvRows(summariseDevices(runsOf(...runs)))
    const conditions = calibrated({ start: [10, 11, 9], end: [8, 7, 9] })
    expect(cellsOf({ ...runOn('A', 8), conditions })).toEqual(cellsOf(runOn('A', 8)))
  })

  it('a device is named by the model that its browser reveals', () => {
    const name = (platform: string, model: string | null = null) =>
      toDeviceRun(on(run, { platform, model, cpu: null })).model
    expect(name('Linux; Android 14; Pixel 8')).toBe('Pixel 8')
    expect(name('Linux; Android 13; SM-A127F Build/TP1A.220624.014; wv')).toBe('SM-A127F')
    expect(name('Linux; Android 10; K')).toBe('Android 10')
    expect(name('Linux; Android 10; K', 'Pixel 8')).toBe('Pixel 8')
    expect(name('Android 14; Mobile; rv:140.0')).toBe('Android 14')
    expect(name('iPhone; CPU iPhone OS 17_0 like Mac OS X')).toBe('iPhone')
    expect(name('Windows NT 10.0; Win64; x64')).toBe('Windows NT 10.0')
    expect(name('X11; Linux x86_64')).toBe('Linux x86_64')
    expect(name('')).toBe('')
  })
})
