import { powText } from '../../text/pow.ts'
import { figure, short } from '../model/format.ts'
import styles from './Headline.module.css'

const text = powText.result

/** The two most important figures, large. A figure that is not known yet is a dash. */
export function Headline({ rate, median }: { rate: number | null; median: number | null }) {
  return (
    <dl className={styles['headline']}>
      <div>
        <dt>{text.rateName}</dt>
        <dd>{rate === null ? powText.figures.none : text.rate(short(rate))}</dd>
      </div>
      <div>
        <dt>{text.timeName}</dt>
        <dd>{median === null ? powText.figures.none : text.time(figure(median))}</dd>
      </div>
    </dl>
  )
}
