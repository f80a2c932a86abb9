import { powText } from '../../text/pow.ts'
import { figure, ratio } from '../model/format.ts'
import type { Speed } from './Speed.ts'
import styles from './Runs.module.css'

const text = powText.compare

type SpeedWordsProps = {
  speed: Speed
  names: readonly [left: string, right: string]
  /** How many runs of either side it rests on. */
  runs: readonly [left: number, right: number]
}

/** Which of two is faster and by how much, or that this cannot be told; then what the sentence rests on. */
export function SpeedWords({ speed, names, runs }: SpeedWordsProps) {
  const { method, interval, noise } = speed
  return (
    <>
      <p className={styles['words']}>{sentence(speed, names)}</p>
      {interval && speed.faster === null && (
        <p>{text.observed(ratio(speed.ratio), ratio(interval[0]), ratio(interval[1]))}</p>
      )}
      {!interval && <p>{text.seen(ratio(speed.ratio))}</p>}
      <p className={styles['muted']}>
        <span>{method === 'few' ? text.few(runs[0], runs[1]) : text[method]}</span>
        {noise !== null && <span>{text.noise[method](figure((noise - 1) * 100))}</span>}
      </p>
    </>
  )
}

function sentence({ faster, ratio: times, interval }: Speed, names: readonly [string, string]): string {
  if (faster === null || interval === null) return text.level
  const [low, high] = interval
  return faster === 'right'
    ? text.faster(names[1], ratio(times), ratio(low), ratio(high))
    : text.faster(names[0], ratio(1 / times), ratio(1 / high), ratio(1 / low))
}
