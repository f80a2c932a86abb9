import { SIGNS } from '../ui/Tone.ts'
import type { Tone } from '../ui/Tone.ts'
import styles from './StateIcon.module.css'

type StateIconProps = {
  tone: Tone
  /** Said by a screen reader; without it the icon is decoration beside words that say the same. */
  label?: string | undefined
  large?: boolean
}

/** A sign in a round ground: the state is never told by colour alone. */
export function StateIcon({ tone, label, large = false }: StateIconProps) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <span {...name} className={styles['icon']} data-tone={tone} data-large={large}>
      {SIGNS[tone]}
    </span>
  )
}
