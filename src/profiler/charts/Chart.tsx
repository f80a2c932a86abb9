import { useEffect, useId, useRef, useState } from 'react'
import { powText } from '../../text/pow.ts'
import styles from './Chart.module.css'
import type { ChartSpec } from './ChartSpec.ts'
import { mountChart } from './mountChart.ts'
import type { MountedChart } from './mountChart.ts'
import { ChartTable } from './ChartTable.tsx'

type ChartProps = { title: string; spec: ChartSpec | null; notes?: readonly string[] }

const NONE: readonly string[] = []

/** A chart with its legend and, for those who do not see it, its table. */
export function Chart({ title, spec, notes = NONE }: ChartProps) {
  const id = useId()
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption id={id} className={styles['title']}>
        {title}
      </figcaption>
      {spec ? <Drawing spec={spec} title={title} /> : <p className={styles['note']}>{powText.chart.none}</p>}
      {[spec?.beyond, ...notes].map(
        (note) =>
          note && (
            <p key={note} className={styles['note']}>
              {note}
            </p>
          ),
      )}
    </figure>
  )
}

function Drawing({ spec, title }: { spec: ChartSpec; title: string }) {
  const holder = useRef<HTMLDivElement>(null)
  const chart = useRef<MountedChart>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!holder.current) return
    const mounted = mountChart(holder.current, () => setFailed(true))
    chart.current = mounted
    return () => mounted.destroy()
  }, [])
  useEffect(() => chart.current?.update(spec), [spec])
  return (
    <>
      <ul className={styles['legend']}>
        {spec.series.map(({ label, kind, tone, dashed }) => (
          <li key={label}>
            <span aria-hidden="true" data-kind={dashed ? 'dashed' : kind} data-tone={tone} />
            {label}
          </li>
        ))}
      </ul>
      {failed ? (
        <p className={styles['note']}>{powText.chart.failed}</p>
      ) : (
        <div ref={holder} className={styles['holder']} aria-hidden="true" />
      )}
      <ChartTable spec={spec} title={title} />
    </>
  )
}
