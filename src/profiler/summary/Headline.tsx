import { powText } from '../../text/pow.ts'
import { figure, short } from '../model/format.ts'
import type { Interval } from '../model/figures.ts'
import styles from './Headline.module.css'

const text = powText.result

/** A figure with its interval; null where it is not known. */
type Told = { value: number; interval: Interval | null } | null

type HeadlineProps = {
  /** The engine's own speed, searching in vain with this many lanes. */
  engine: Told
  lanes: number
  /** Why the engine's speed is not known. */
  unknown: string
  /** What a visitor feels: messages and start-up included. */
  felt: Told
  /** The median time. `above` where more than half of the searches gave up: then it lies above that. */
  median: Told
  above: number | null
}

/** The most important figures, large. A figure that is not known is a dash with the reason, never another figure in its place. */
export function Headline({ engine, lanes, unknown, felt, median, above }: HeadlineProps) {
  const rate = (value: number) => text.rate(short(value))
  const time = (value: number) => text.time(figure(value))
  return (
    <dl className={styles['headline']}>
      <div className={styles['main']}>
        <dt>{text.engineName(lanes)}</dt>
        <dd>
          <span>{engine ? rate(engine.value) : powText.figures.none}</span>
          <small>{engine ? between(engine, short) : unknown}</small>
        </dd>
      </div>
      <div>
        <dt>{text.timeName}</dt>
        <dd>
          <span>
            {median
              ? time(median.value)
              : above !== null
                ? text.timeAbove(figure(above))
                : powText.figures.none}
          </span>
          <small>{between(median, figure)}</small>
        </dd>
      </div>
      <div>
        <dt>{text.feltName}</dt>
        <dd>
          <span>{felt ? rate(felt.value) : powText.figures.none}</span>
          <small>{between(felt, short)}</small>
        </dd>
      </div>
    </dl>
  )
}

function between(told: Told, form: (value: number) => string): string {
  return told?.interval ? powText.figures.between(form(told.interval[0]), form(told.interval[1])) : ''
}
