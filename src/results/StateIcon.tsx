import { SIGNS } from '../ui/Tone.ts'
import type { Tone } from '../ui/Tone.ts'
import styles from './StateIcon.module.css'

type StateIconProps = {
  tone: Tone
  /** The accessible name; without it the icon is decoration beside text that says the same. */
  label?: string | undefined
  large?: boolean
}

/** A sign on a disc, so that the state is never shown by colour alone. */
export function StateIcon({ tone, label, large = false }: StateIconProps) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <span {...name} className={styles['icon']} data-tone={tone} data-large={large}>
      {SIGNS[tone]}
    </span>
  )
}
