import { createStore } from 'jotai/vanilla'
import { describe, expect, it } from 'vitest'
import {
  addFleetFilesAtom,
  summariseDevices,
  fleetStateAtom,
  fleetDevicesAtom,
  toFleetRun,
  deviceModelName,
} from '../../../../src/profiler/fleet/fleet.ts'
import type { FleetDevice } from '../../../../src/profiler/fleet/fleet.ts'
import { percentileRows, fleetColumns, fleetRows } from '../../../../src/profiler/fleet/fleetRows.ts'
import type { RunEnvironment, RunResult } from '../../../../src/profiler/model/result.ts'
import { powFleetText as text } from '../../../../src/text/powParts.ts'
import { calibrated, on, runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=4&trials=60')

/** A run of a device that searches so many million attempts a second. */
function runOn(label: string, rate: number, environment: Partial<RunEnvironment> = {}): RunResult {
  const scaling = [{ lanes: 2, attemptsPerSecond: rate * 1e6, interval: null }]
  const summary = { ...run.summary, scaling, fit: null, milliseconds: null }
  return on({ ...run, summary }, { label, ...environment })
}

const runsOf = (...results: RunResult[]) => results.map(toFleetRun)
const fileOf = (name: string, value: unknown) => new File([JSON.stringify(value)], name)

describe('the devices of a fleet', () => {
  it('numbers of workers are listed by size, so that 12 comes after 2', () => {
    const [device] = summariseDevices(
      [12, 2, 4, 12].map((lanes, index) =>
        Object.assign(toFleetRun(runOn('Pixel', 8)), { id: `${index}`, lanes }),
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
    const cellsOf = (...runs: RunResult[]) => {
      const devices = summariseDevices(runsOf(...runs))
      return [devices.map((device) => fleetColumns(4).map(({ of }) => of(device))), fleetRows(devices)]
    }
    const conditions = calibrated({ start: [10, 11, 9], end: [8, 7, 9] })
    expect(cellsOf({ ...runOn('A', 8), conditions })).toEqual(cellsOf(runOn('A', 8)))
  })

  it('a device is named by the model that its browser reveals', () => {
    const name = (platform: string, model: string | null = null) =>
      deviceModelName({ platform, model, cpu: null })
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

const devices = summariseDevices(runsOf(...[1, 2, 4, 8, 16].map((rate) => runOn(`${rate}`, rate))))
it('percentiles across devices are taken over the p95 of each, at every difficulty that can be solved', () => {
  // A million attempts per second take 3,141 ms at difficulty 5.
  expect(percentileRows(devices, 1_000).slice(-2)).toEqual([
    ['難易度5', '785', '1,571', '2,513', '2,827', '3,141', '3 ／ 5'],
    ['難易度6', '—', '—', '—', '—', '—', '0 ／ 5'],
  ])
})

describe('files that are dropped', () => {
  const labelled = (label: string) => on(run, { label })

  it('fifty files of one drop are all read, and files without a run are named', async () => {
    const store = createStore()
    const files = Array.from({ length: 50 }, (_, index) =>
      fileOf(`${index}.json`, labelled(`device ${index}`)),
    )
    const seen: string[] = []
    store.sub(fleetStateAtom, () => {
      const { reading } = store.get(fleetStateAtom)
      if (reading) seen.push(`${reading.done}/${reading.all}`)
    })
    const odd = [fileOf('broken.json', { version: 1 }), new File(['x'], 'x.json')]
    await store.set(addFleetFilesAtom, [...files, ...odd])
    expect(store.get(fleetDevicesAtom)).toHaveLength(50)
    expect(store.get(fleetStateAtom)).toMatchObject({
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

  it.each([
    ['a text file with one run a line', 'results.ndjson.txt', 'lines'],
    ['a JSON file with one run a line', 'results.json', 'lines'],
    ['a list of runs', 'results.json', 'list'],
  ] as const)('a dropped file may be %s', async (_, name, form) => {
    const store = createStore()
    const runs = [labelled('A'), labelled('B')]
    const content =
      form === 'list' ? JSON.stringify(runs, null, 2) : runs.map((run) => JSON.stringify(run)).join('\n')
    await store.set(addFleetFilesAtom, [new File([content], name)])
    expect(
      store
        .get(fleetDevicesAtom)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['A', 'B'])
    expect(store.get(fleetStateAtom).refused).toEqual([])
  })

  it("a dropped file may be the collector's, with one run per line, or a comparison", async () => {
    const store = createStore()
    const lines = [labelled('A'), labelled('B'), { nothing: 1 }].map((value) => JSON.stringify(value))
    const both = fileOf('both.json', { version: 1, compared: [labelled('C'), labelled('D')] })
    await store.set(addFleetFilesAtom, [new File([`${lines.join('\n')}\n\n`], 'all.ndjson'), both])
    const labels = store.get(fleetDevicesAtom).map(({ label }) => label)
    expect(labels.sort()).toEqual(['A', 'B', 'C', 'D'])
    const [refused, ...others] = store.get(fleetStateAtom).refused
    expect(refused?.name).toBe('all.ndjson の 3 行目')
    expect(others).toEqual([])
  })
})

const one = toFleetRun(runOf('difficulty=4&trials=60'))
const PHONE: FleetDevice = {
  key: 'phone',
  label: '棚の電話',
  model: 'Pixel 8',
  cores: 9,
  memory: 8,
  browsers: ['Chrome 156', 'Firefox 153'],
  engines: ['javascript', 'simd'],
  lanes: [2, 4],
  runs: [one, one, one],
  busy: 2,
  wrong: 1,
  rate: 14_200_000,
  p95: [1.25, 20, 300, 4000, 50_000, null],
}
const BARE: FleetDevice = {
  ...PHONE,
  key: 'bare',
  label: '',
  model: '',
  browsers: ['Safari 18'],
  memory: null,
  runs: [one],
  busy: 0,
  wrong: 0,
  rate: null,
  p95: [null, null, null, null, null, null],
}
const cellsOf = (device: FleetDevice) => fleetColumns(4).map(({ of }) => of(device))

it('the table of devices shows each fact in a column of its own', () => {
  expect(fleetColumns(4).map(({ name }) => name)).toEqual([
    '名前',
    '毎秒の回数',
    '95%点（ミリ秒）',
    '測定',
    '機種・ブラウザ',
    'コア',
    '計算のしかた（ワーカー）',
  ])
  expect(cellsOf(PHONE)).toEqual([
    '棚の電話',
    '1420万',
    '4,000',
    '3（理論と不一致1、妨げられた測定2件）',
    'Pixel 8、Chrome 156、Firefox 153',
    '9',
    'JavaScript（ワーカー）、simd（2、4）',
  ])
  expect(cellsOf(BARE)).toEqual([
    text.unnamed,
    text.none,
    text.none,
    '1',
    'Safari 18',
    '9',
    'JavaScript（ワーカー）、simd（2、4）',
  ])
})
