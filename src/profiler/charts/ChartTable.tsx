import { powText } from '../../text/pow.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { ChartSpec } from './ChartSpec.ts'
import { figure } from '../model/format.ts'
import styles from '../summary/Table.module.css'

/** The figures behind a chart. */
export function ChartTable({ spec, title }: { spec: ChartSpec; title: string }) {
  return (
    <Disclosure summary={powText.chart.table}>
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <caption className="visually-hidden">
            {title}（{spec.yLabel}）
          </caption>
          <thead>
            <tr>
              <th scope="col">{spec.xLabel}</th>
              {spec.series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spec.rows.map((row, index) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {spec.series.map(({ label, values }) => (
                  <td key={label}>{show(values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  )
}

function show(value: number | null | undefined): string {
  return typeof value === 'number' ? figure(value) : powText.figures.none
}
