import { powText } from '../../text/pow.ts'
import { figure, likelihood, whole } from '../model/format.ts'
import type { Summary } from '../model/runSummary.ts'
import styles from './FitVerdict.module.css'

const text = powText.result
const SIGNS = { agrees: '✓', doubtful: '？', disagrees: '✕', few: '？' } as const satisfies Record<
  Summary['agreement']['verdict'],
  string
>

/** Whether the sample agrees with the theory, in one sentence, with the figures behind it. */
export function FitVerdict({ summary }: { summary: Summary }) {
  const { verdict, distance, pValue, detects } = summary.agreement
  // Nothing is promised where there is no verdict.
  const shown = verdict === 'few' ? null : detects
  return (
    <div className={styles['verdict']} data-verdict={verdict}>
      <span className={styles['sign']} aria-hidden="true">
        {SIGNS[verdict]}
      </span>
      <div>
        <h3 className={styles['title']}>{text.verdict[verdict].title}</h3>
        {summary.wrong > 0 && <p>{text.wrong(whole(summary.wrong))}</p>}
        {summary.wrong === 0 && <p>{text.verdict[verdict].about}</p>}
        {summary.unfound > 0 && <p>{text.unfound(whole(summary.unfound))}</p>}
        <p className={styles['test']}>{text.ks(figure(distance), likelihood(pValue))}</p>
        {shown !== null && <p className={styles['test']}>{text.detects(whole(shown * 100))}</p>}
      </div>
    </div>
  )
}
