import { useMemo } from 'react'
import { powText } from '../../text/pow.ts'
import { Chart } from './Chart.tsx'
import { attemptsChart } from './attemptsChart.ts'
import { courseChart } from './courseChart.ts'
import { scalingChart } from './scalingChart.ts'
import { timesChart } from './timesChart.ts'
import styles from './Charts.module.css'
import type { Result, Trial } from '../model/runResult.ts'
import type { Measures } from '../model/runSummary.ts'
import type { Settings } from '../model/settings.ts'
import { expectedAttempts } from '../stats/geometric.ts'

type ChartsProps = {
  settings: Settings
  trials: readonly Trial[]
  /** What is measured besides the trials, once the run has ended. */
  measures?: Pick<Measures, 'scaling'>
  other: Result | null
}

const NONE: never[] = []
const text = powText.chart

export function Charts({ settings, trials, measures, other }: ChartsProps) {
  const overlay = other?.trials ?? NONE
  const attemptsOverlay = other?.settings.difficulty === settings.difficulty ? overlay : NONE
  const attempts = useMemo(
    () => attemptsChart(settings, trials, attemptsOverlay),
    [settings, trials, attemptsOverlay],
  )
  const times = useMemo(() => timesChart(settings, trials, overlay), [settings, trials, overlay])
  const course = useMemo(() => courseChart(trials, overlay), [trials, overlay])
  const lanes = useMemo(
    () => measures && scalingChart(measures.scaling, other?.summary.scaling ?? NONE),
    [measures, other],
  )
  const coarse = settings.range > expectedAttempts(settings.difficulty) / 4
  return (
    <div className={styles['charts']}>
      <Chart title={text.times} spec={times} />
      <Chart title={text.attempts} spec={attempts} notes={coarse ? [text.coarse] : []} />
      <Chart title={text.course} spec={course} />
      {lanes !== undefined && <Chart title={text.scaling} spec={lanes} />}
    </div>
  )
}
