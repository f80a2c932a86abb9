import { describe, expect, it } from 'vitest'
import type { Summary } from '../../../../src/profiler/model/result.ts'
import { MAIN_ROWS, MORE_ROWS, workerRows } from '../../../../src/profiler/summary/FigureTable.tsx'
import type { FigureRow, Part } from '../../../../src/profiler/summary/FigureTable.tsx'
import { runOf } from '../runs/runOf.ts'

const { settings, summary: bare } = runOf('trials=1&lanes=2', 1, 1)

const full: Summary = {
  ...bare,
  gaveUpAfter: 900,
  milliseconds: {
    mean: 10,
    p50: 50,
    p90: 90,
    p95: 95,
    p99: 99,
    min: 1,
    max: 100,
    intervals: { mean: [9, 11], p50: [49, 51], p90: [89, 91], p95: [94, 96], p99: null },
  },
  attemptsPerSecond: { all: 3e6, lanes: [1e6, 2e6], interval: [2e6, 4e6], laneIntervals: [[0, 2e6], null] },
  felt: { attemptsPerSecond: 5e5, interval: [4e5, 6e5] },
  fit: {
    fixed: 0.5,
    attemptsPerSecond: 4e6,
    distance: 0.02,
    intervals: { fixed: [-0.1, 1.1], attemptsPerSecond: [3e6, 5e6] },
  },
  firstRange: 0.25,
  firstRangeInterval: [0.2, 0.3],
  drift: { percentPerMinute: -3, pValue: 0.04, interval: [-5, -1] },
  startup: { pool: 12, worker: 11, compile: 7, engine: 'rolled' },
  scaling: [
    { lanes: 1, attemptsPerSecond: 4e6, interval: null },
    { lanes: 2, attemptsPerSecond: 7e6, interval: [6e6, 8e6] },
  ],
  longTasks: { count: 3, milliseconds: 210 },
}
const empty: Summary = {
  ...bare,
  gaveUpAfter: null,
  milliseconds: null,
  attemptsPerSecond: { all: null, lanes: [], interval: null, laneIntervals: [] },
  felt: null,
  fit: null,
  firstRange: null,
  firstRangeInterval: null,
  drift: null,
  startup: { pool: null, worker: null, compile: null, engine: null },
  scaling: [],
  longTasks: null,
}

const told = (rows: readonly FigureRow[], summary: Summary) =>
  rows.map(({ name, of }) => [name, of({ settings, summary })])

describe('the figures of a run', () => {
  it('are how fast it is, with intervals, and what times lie above where searches gave up', () => {
    expect(told(MAIN_ROWS, full)).toEqual([
      ['計算の速さ（回/秒）', { value: 7e6, interval: [6e6, 8e6] }],
      ['体感の速さ（回/秒）', { value: 5e5, interval: [4e5, 6e5] }],
      ['解くまでの時間・中央値（ms）', { value: 50, interval: [49, 51], above: 900 }],
      ['解くまでの時間・90%点（ms）', { value: 90, interval: [89, 91], above: 900 }],
      ['解くまでの時間・95%点（ms）', { value: 95, interval: [94, 96], above: 900 }],
      ['解くまでの時間・99%点（ms）', { value: 99, interval: null, above: 900 }],
    ])
  })

  it('are, in detail, all others', () => {
    expect(told(MORE_ROWS, full)).toEqual([
      ['解くまでの時間・平均（ms）', { value: 10, interval: [9, 11], above: null }],
      ['調べ終えた範囲の速さ（回/秒）', { value: 3e6, interval: [2e6, 4e6] }],
      ['1回ごとの固定の時間（ms）', { value: 0.5, interval: [-0.1, 1.1] }],
      ['試行回数に比例する速さ（回/秒）', { value: 4e6, interval: [3e6, 5e6] }],
      ['時間の分布の理論とのずれ D', { value: 0.02, interval: null }],
      ['最初の範囲の応答まで（ms）', { value: 0.25, interval: [0.2, 0.3] }],
      ['全ワーカーの準備（ms）', { value: 12, interval: null }],
      ['ワーカーの起動（ms）', { value: 11, interval: null }],
      ['WASM のコンパイル（ms）', { value: 7, interval: null }],
      ['速さの変化（%/分）', { value: -3, interval: [-5, -1] }],
      ['速さの変化の p 値', { value: 0.04, interval: null }],
      ['ページの長い処理（回）', { value: 3, interval: null }],
      ['ページの長い処理の合計（ms）', { value: 210, interval: null }],
    ])
  })

  it('are nothing where nothing is known', () => {
    for (const [, { value, interval, above }] of told([...MAIN_ROWS, ...MORE_ROWS], empty) as [
      string,
      ReturnType<FigureRow['of']>,
    ][]) {
      expect([value, interval ?? null, above ?? null]).toEqual([null, null, null])
    }
  })

  it('have no intervals in files of older versions', () => {
    const { milliseconds, fit, drift } = full
    if (!milliseconds || !fit || !drift) throw new Error('No figures')
    const older = {
      ...full,
      milliseconds: { ...milliseconds, intervals: null },
      fit: { ...fit, intervals: null },
      drift: { ...drift, interval: null },
    }
    const [, , median] = told(MAIN_ROWS, older)
    expect(median).toEqual([expect.any(String), { value: 50, interval: null, above: 900 }])
    const [mean, , fixed, line] = told(MORE_ROWS, older)
    expect(mean).toEqual([expect.any(String), { value: 10, interval: null, above: null }])
    expect(fixed).toEqual([expect.any(String), { value: 0.5, interval: null }])
    expect(line).toEqual([expect.any(String), { value: 4e6, interval: null }])
  })

  it('are of the scaling with all workers of this run alone', () => {
    const one: Part = { settings: { ...settings, lanes: 1 }, summary: full }
    expect(MAIN_ROWS[0]?.of(one)).toEqual({ value: 4e6, interval: null })
    const three: Part = { settings: { ...settings, lanes: 3 }, summary: full }
    expect(MAIN_ROWS[0]?.of(three)).toEqual({ value: null, interval: null })
  })
})

describe('the rates of the workers', () => {
  it('are a row for each worker of the run that has more', () => {
    const [own, other] = [
      { settings, summary: full },
      { settings, summary: empty },
    ]
    const rows = workerRows([other, own])
    expect(rows.map(({ name }) => name)).toEqual(['速さ・ワーカー1（回/秒）', '速さ・ワーカー2（回/秒）'])
    expect(rows.every(({ rate, ratio }) => rate && ratio)).toBe(true)
    expect(rows.map(({ of }) => of(own))).toEqual([
      { value: 1e6, interval: [0, 2e6] },
      { value: 2e6, interval: null },
    ])
    expect(rows.map(({ of }) => of(other))).toEqual([
      { value: null, interval: null },
      { value: null, interval: null },
    ])
  })

  it('are none where a worker is all there is', () => {
    const { attemptsPerSecond } = full
    const single = { ...full, attemptsPerSecond: { ...attemptsPerSecond, lanes: [1e6] } }
    expect(workerRows([{ settings, summary: single }])).toEqual([])
    expect(workerRows([{ settings, summary: empty }])).toEqual([])
  })
})
