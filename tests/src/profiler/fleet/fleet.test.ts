import { createStore } from 'jotai/vanilla'
import { describe, expect, it } from 'vitest'
import { csvTable } from '../../../../src/lib/download.ts'
import {
  addFleetFilesAtom,
  devicesOf,
  fleetAtom,
  fleetDevicesAtom,
  fleetRunOf,
  modelName,
} from '../../../../src/profiler/fleet/fleet.ts'
import { fleetRows, spreadOf } from '../../../../src/profiler/fleet/fleetRows.ts'
import type { Environment, Result } from '../../../../src/profiler/model/result.ts'
import { runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=4&trials=60', 1, 1)

/** A run of a device that searches so many million attempts a second. */
function runOn(label: string, rate: number, environment: Partial<Environment> = {}): Result {
  const scaling = [{ lanes: 2, attemptsPerSecond: rate * 1e6, interval: null }]
  return {
    ...run,
    environment: { ...run.environment, label, ...environment },
    summary: { ...run.summary, scaling, fit: null, milliseconds: null },
  }
}

const runsOf = (...results: Result[]) => results.map(fleetRunOf)
const fileOf = (name: string, value: unknown) => new File([JSON.stringify(value)], name)

describe('the devices of a fleet', () => {
  it('are told apart by their labels or, without one, by browser and system; the slowest comes first', () => {
    const devices = devicesOf(
      runsOf(
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

  it('count a run once, however often its file is dropped', () => {
    expect(devicesOf(runsOf(runOn('A', 8), runOn('A', 8)))[0]?.runs).toHaveLength(1)
  })

  it('have the change between the slices of calibration before and after the run', () => {
    const calibration = { lanes: 2, attempts: 1_000, start: [10, 11, 9], between: [], end: [8, 7, 9] }
    const conditions = { wakeLock: 'held' as const, disturbances: [], calibration, steal: null }
    expect(devicesOf(runsOf({ ...runOn('A', 8), conditions }))[0]?.change).toBeCloseTo(-0.2, 9)
    expect(devicesOf(runsOf(runOn('A', 8)))[0]?.change).toBeNull()
  })

  it('are named by what the browser tells of the model', () => {
    const name = (platform: string, model: string | null = null) => modelName({ platform, model, cpu: null })
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

describe('percentiles across devices', () => {
  const devices = devicesOf(runsOf(...[1, 2, 4, 8, 16].map((rate) => runOn(`${rate}`, rate))))
  /** p95 at difficulty 5 with a million attempts a second. */
  const slowest = (Math.log(0.05) / Math.log1p(-(16 ** -5)) / 1e6) * 1000

  it('are taken over the p95 of each, at every difficulty that can be solved', () => {
    const [five, six] = spreadOf(devices, 1_000).slice(-2)
    expect(five).toMatchObject({ difficulty: 5, devices: 5, fitting: 3 })
    expect(five?.p95[0]).toBeCloseTo(slowest / 4, 6)
    expect(five?.slowest).toBeCloseTo(slowest, 6)
    expect(six).toMatchObject({ devices: 0, p95: [null, null, null, null], slowest: null, fitting: 0 })
  })

  it('are saved with every device for a spreadsheet, whatever a device is called', async () => {
    const odd = devicesOf(runsOf(runOn('=HYPERLINK("x")', 1)))
    const csv = await csvTable(fleetRows(odd)).text()
    const [head = '', row = ''] = csv.replace('\uFEFF', '').split('\r\n')
    expect(head.split(',')).toHaveLength(11 + 6 + 1)
    expect(row.startsWith(`"'=HYPERLINK(""x"")",`)).toBe(true)
  })
})

describe('files that are dropped', () => {
  const labelled = (label: string) => ({ ...run, environment: { ...run.environment, label } })

  it('are read fifty at once, and those that hold no run are named', async () => {
    const store = createStore()
    const files = Array.from({ length: 50 }, (_, index) =>
      fileOf(`${index}.json`, labelled(`device ${index}`)),
    )
    const seen: string[] = []
    store.sub(fleetAtom, () => {
      const { reading } = store.get(fleetAtom)
      if (reading) seen.push(`${reading.done}/${reading.all}`)
    })
    const odd = [fileOf('broken.json', { version: 1 }), new File(['x'], 'x.json')]
    await store.set(addFleetFilesAtom, [...files, ...odd])
    expect(store.get(fleetDevicesAtom)).toHaveLength(50)
    expect(store.get(fleetAtom)).toMatchObject({
      reading: null,
      full: false,
      refused: [
        { name: 'broken.json', field: expect.any(String) },
        { name: 'x.json', field: null },
      ],
    })
    expect(seen.at(0)).toBe('0/52')
    expect(seen.at(-1)).toBe('52/52')
  })

  it('may be a file of the collector with one run a line, and comparisons', async () => {
    const store = createStore()
    const lines = [labelled('A'), labelled('B'), { nothing: 1 }].map((value) => JSON.stringify(value))
    const both = fileOf('both.json', { version: 1, compared: [labelled('C'), labelled('D')] })
    await store.set(addFleetFilesAtom, [new File([`${lines.join('\n')}\n\n`], 'all.ndjson'), both])
    const labels = store.get(fleetDevicesAtom).map(({ label }) => label)
    expect(labels.sort()).toEqual(['A', 'B', 'C', 'D'])
    const [refused, ...others] = store.get(fleetAtom).refused
    expect(refused?.name).toBe('all.ndjson の 3 行目')
    expect(others).toEqual([])
  })
})
