import { formatFigure, formatShort, formatWhole } from '../../src/profiler/model/format.ts'
import { SELECTABLE_DIFFICULTIES } from '../../src/profiler/model/settings.ts'
import type { MeasuredDevice } from '../../src/profiler/runs/devices.ts'
import { engineText } from '../../src/profiler/runs/names.ts'
import { percentile, sortedNumbers } from '../../src/profiler/stats/sample.ts'

export const deviceText = {
  title: '端末の一覧',
  read: (devices: number, runs: number) => `${devices}台、${runs}件の測定`,
  columns: {
    label: '名前',
    model: '機種・ブラウザ',
    cores: 'コア',
    engine: '計算のしかた（ワーカー）',
    rate: '毎秒の回数',
    p95: '95%点（ミリ秒）',
    runs: '測定',
  },
  across: {
    title: '端末をまたいだ95%点（ミリ秒）',
    difficulty: '難易度',
    at: (difficulty: number) => `難易度${difficulty}`,
    percentile: (share: string) => `${share}%の端末で`,
    slowest: '最も遅い端末',
    fitting: '上限に収まる端末',
    fittingOf: (fitting: string, all: string) => `${fitting} ／ ${all}`,
    about:
      '95%点は、測定した速さと理論（幾何分布）から求めた目安です。同じ端末の測定が複数あるときは、その中央値です。',
  },
  unnamed: '（名前なし）',
  none: '—',
  busy: (count: number) => `妨げられた測定${count}件`,
  wrong: (count: number) => `理論と不一致${count}`,
} as const
const text = deviceText

/** The columns of the table of devices. What was measured comes first, because devices are compared by it. */
export function deviceColumns(
  difficulty: number,
): { name: string; of: (device: MeasuredDevice) => string }[] {
  const { columns } = text
  return [
    { name: columns.label, of: ({ label }) => label || text.unnamed },
    { name: columns.rate, of: ({ rate }) => orNone(rate, formatShort) },
    { name: columns.p95, of: ({ p95 }) => orNone(p95[difficulty - 1] ?? null) },
    { name: columns.runs, of: runsText },
    { name: columns.model, of: ({ model, browsers }) => [model, ...browsers].filter(Boolean).join('、') },
    { name: columns.cores, of: ({ cores }) => formatWhole(cores) },
    {
      name: columns.engine,
      of: ({ engines, lanes }) => `${engines.map(engineText).join('、')}（${lanes.join('、')}）`,
    },
  ]
}

function orNone(value: number | null, form = formatFigure): string {
  return value === null ? text.none : form(value)
}

function runsText({ runs, busy, wrong }: MeasuredDevice): string {
  const notes = [wrong > 0 && text.wrong(wrong), busy > 0 && text.busy(busy)].filter(Boolean)
  return notes.length > 0 ? `${runs.length}（${notes.join('、')}）` : String(runs.length)
}

const PERCENTILES = [0.5, 0.75, 0.9, 0.95]

/** Builds the rows that show p95 across devices at each difficulty, below a heading row. There are no rows if no device has a p95. */
export function percentileRows(devices: readonly MeasuredDevice[], limit: number): string[][] {
  const { across } = text
  const percentiles = PERCENTILES.map((p) => across.percentile(formatWhole(p * 100)))
  const rows = SELECTABLE_DIFFICULTIES.map((difficulty, index) => {
    const known = sortedNumbers(devices.flatMap(({ p95 }) => p95[index] ?? []))
    const times = [...PERCENTILES, 1].map((p) => orNone(known.length > 0 ? percentile(known, p) : null))
    const fitting = known.filter((value) => value <= limit).length
    return [across.at(difficulty)].concat(
      times,
      across.fittingOf(formatWhole(fitting), formatWhole(devices.length)),
    )
  })
  return [[across.difficulty, ...percentiles, across.slowest, across.fitting], ...rows]
}
