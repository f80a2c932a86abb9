import { expect, it } from 'vitest'
import { fleetRunOf } from '../../../../src/profiler/fleet/fleet.ts'
import type { Device } from '../../../../src/profiler/fleet/fleet.ts'
import { acrossRows, fleetColumns, fleetRows } from '../../../../src/profiler/fleet/fleetRows.ts'
import { powFleetText as text } from '../../../../src/text/powParts.ts'
import { runOf } from '../runs/runOf.ts'

const one = fleetRunOf(runOf('difficulty=4&trials=60', 1, 1))
const PHONE: Device = {
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
  change: -0.15,
}
const BARE: Device = {
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
  change: null,
}
const cellsOf = (device: Device) => fleetColumns(4).map(({ of }) => of(device))

it('shows each fact of a device in its own column', () => {
  expect(fleetColumns(4).map(({ name }) => name)).toEqual([
    '名前',
    '機種・ブラウザ',
    'コア',
    '計算のしかた（ワーカー）',
    '速さ（回/秒）',
    '95%点・難易度4（ms）',
    '始めから終わりへの速さの変化',
    '測定',
  ])
  expect(cellsOf(PHONE)).toEqual([
    '棚の電話',
    'Pixel 8、Chrome 156、Firefox 153',
    '9',
    'JavaScript（ワーカー）、simd（2、4）',
    '1420万',
    '4,000',
    '-15%（遅くなった）',
    '3（理論と不一致1、妨げあり2）',
  ])
  expect(cellsOf(BARE)).toEqual([
    text.unnamed,
    'Safari 18',
    '9',
    'JavaScript（ワーカー）、simd（2、4）',
    text.none,
    text.none,
    text.none,
    '1',
  ])
})

it.each([
  [-0.1, '-10%（遅くなった）'],
  [-0.09, '-9%'],
  [0, '0%'],
  [0.25, '+25%'],
])('calls a change of %d %s', (change, words) => {
  expect(cellsOf({ ...PHONE, change })[6]).toBe(words)
})

it('saves each fact of a device in the column of its name, figures as they are', () => {
  expect(fleetRows([PHONE, BARE])).toEqual([
    [
      'label',
      'model',
      'browsers',
      'cores',
      'memory_gb',
      'engines',
      'lanes',
      'runs',
      'runs_disturbed',
      'runs_wrong',
      'attempts_per_second',
      'p95_ms_d1',
      'p95_ms_d2',
      'p95_ms_d3',
      'p95_ms_d4',
      'p95_ms_d5',
      'p95_ms_d6',
      'change_start_to_end',
    ],
    [
      '棚の電話',
      'Pixel 8',
      'Chrome 156 / Firefox 153',
      9,
      8,
      'javascript / simd',
      '2 / 4',
      3,
      2,
      1,
      14_200_000,
      ...PHONE.p95,
      -0.15,
    ],
    ['', '', 'Safari 18', 9, null, 'javascript / simd', '2 / 4', 1, 0, 0, ...BARE.p95, null, null],
  ])
})

it('tells across devices each percentile, the slowest and how many keep to the limit', () => {
  const timesSlower = (times: number): Device => ({
    ...PHONE,
    p95: PHONE.p95.map((value) => value && value * times),
  })
  const devices = [1, 2, 4, 8, 16].map(timesSlower)
  const [head, ...rows] = acrossRows(devices, 1300)
  expect(head).toEqual([
    '難易度',
    '端末の50%',
    '端末の75%',
    '端末の90%',
    '端末の95%',
    '最も遅い端末',
    '上限に収まる端末',
  ])
  expect(rows[2]).toEqual(['3', '1,200', '2,400', '3,840', '4,320', '4,800', '3 ／ 5'])
  expect(rows[5]).toEqual(['6', ...Array.from({ length: 5 }, () => text.none), '0 ／ 5'])
})
