import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { Tone } from '../lib/tones.ts'
import styles from './BanStatesBar.module.css'

/** Shows the states of all bans as one line of colours. What they mean stands beside it in words. */
export function BanStatesBar({ toneOf }: { toneOf: (ban: Ban) => Tone | undefined }) {
  return (
    <div className={styles['bar']} aria-hidden="true">
      {BANS.map((ban) => (
        <span key={ban} data-tone={toneOf(ban)} />
      ))}
    </div>
  )
}
