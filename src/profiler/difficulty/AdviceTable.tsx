import { powDifficultyText as text } from '../../text/powDifficulty.ts'
import tables from '../summary/Table.module.css'
import { SHARES } from './advise.ts'
import type { Advice } from './advise.ts'
import styles from './Difficulty.module.css'
import type { Estimate } from './sumOf.ts'
import { intervalText, timeText } from './timeText.ts'

/** How long searches take at every difficulty. */
export function AdviceTable({ advice }: { advice: readonly Advice[] }) {
  const { columns } = text
  return (
    // What scrolls sideways on a narrow screen must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={tables['scroll']} tabIndex={0} role="region" aria-label={text.table}>
      <table className={`${tables['table']} ${styles['advice']}`}>
        <caption className="visually-hidden">{text.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.difficulty}</th>
            {SHARES.map((share) => (
              <th key={share} scope="col">
                {columns[share]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {advice.map((row) => (
            <tr key={row.difficulty} data-fits={row.fits}>
              <th scope="row">
                {row.difficulty}
                <span className={styles['fits']}>{text.fits[row.fits]}</span>
              </th>
              {SHARES.map((share) => (
                <td key={share}>
                  <Time estimate={row[share]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Time({ estimate }: { estimate: Estimate | null }) {
  if (!estimate) return text.never
  const interval = intervalText(estimate)
  return (
    <>
      <span>{timeText(estimate.value)}</span>
      {interval && <span className={styles['interval']}>{interval}</span>}
    </>
  )
}
