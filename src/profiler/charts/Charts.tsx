import { useMemo } from 'react'
import { powText } from '../../text/pow.ts'
import { Chart } from './Chart.tsx'
import { attemptsChart } from './attemptsChart.ts'
import { courseChart } from './courseChart.ts'
import { scalingChart } from './scalingChart.ts'
import { timesChart } from './timesChart.ts'
import styles from './Charts.module.css'
import type { Measures, Result, Trial } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import { expectedAttempts } from '../stats/geometric.ts'

type ChartsProps = {
  settings: Settings
  trials: readonly Trial[]
  scaling?: Measures['scaling']
  other: Result | null
}

const NONE: never[] = []
const text = powText.chart

export function Charts({ settings, trials, scaling, other }: ChartsProps) {
  const overlay = other?.trials ?? NONE
  const attemptsOverlay = other?.settings.difficulty === settings.difficulty ? overlay : NONE
  const attempts = useMemo(
    () => attemptsChart(settings, trials, attemptsOverlay),
    [settings, trials, attemptsOverlay],
  )
  const times = useMemo(() => timesChart(settings, trials, overlay), [settings, trials, overlay])
  const course = useMemo(() => courseChart(trials, overlay), [trials, overlay])
  const lanes = useMemo(
    () => scaling && scalingChart(scaling, other?.summary.scaling ?? NONE),
    [scaling, other],
  )
  const coarse = settings.range > expectedAttempts(settings.difficulty) / 4
  return (
    <div className={styles['charts']}>
      <Chart title={text.times} spec={times} />
      <Chart title={text.attempts} spec={attempts} note={coarse ? text.coarse : undefined} />
      <Chart title={text.course} spec={course} />
      {lanes !== undefined && <Chart title={text.scaling} spec={lanes} />}
    </div>
  )
}
