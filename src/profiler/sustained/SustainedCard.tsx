import { useMemo } from 'react'
import { powSustainedText as text } from '../../text/powParts.ts'
import { Card } from '../../ui/Card.tsx'
import { Chart } from '../charts/Chart.tsx'
import type { SustainedLoad } from '../model/result.ts'
import {
  sustainedLoadChart,
  sustainedWorkersChart,
  sustainedFigures,
  sustainedSentences,
} from './sustained.ts'

export function SustainedCard({ sustained }: { sustained: SustainedLoad }) {
  const figures = useMemo(() => sustainedFigures(sustained), [sustained])
  const [course, workers] = useMemo(
    () => [sustainedLoadChart(figures), sustainedWorkersChart(figures)],
    [figures],
  )
  return (
    <Card aria-label={text.title}>
      <h2>{text.title}</h2>
      {sustainedSentences(sustained, figures).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <Chart title={text.courseChart} spec={course} />
      {workers && <Chart title={text.lanesChart} spec={workers} />}
    </Card>
  )
}
