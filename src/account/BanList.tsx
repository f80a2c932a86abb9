import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { text } from '../text/ja.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import styles from './BanList.module.css'
import { showsBanStates } from './accountVerdict.ts'

const STATES = {
  true: { tone: 'excluded', words: text.ban.yes },
  false: { tone: 'ok', words: text.ban.no },
  null: { tone: 'unknown', words: text.ban.unknown },
} as const

/** The four bans, each with its state and a description; no state at all where the account could not be judged. */
export function BanList({ check }: { check: AccountCheck }) {
  const states = showsBanStates(check)
  return (
    <div className={styles['list']} data-states={states}>
      {BANS.map((ban) => (
        <Disclosure key={ban} summary={<Summary ban={ban} flag={states ? check[ban] : undefined} />}>
          <div className={styles['about']}>
            {states && check[ban] === null && <p>{text.ban.unknownAbout}</p>}
            <p>{text.ban[ban].about}</p>
          </div>
        </Disclosure>
      ))}
    </div>
  )
}

function Summary({ ban, flag }: { ban: Ban; flag: boolean | null | undefined }) {
  const state = flag === undefined ? undefined : STATES[`${flag}`]
  return (
    <span className={styles['summary']}>
      {state && <StateIcon tone={state.tone} label={flag === null ? text.ban.unknownState : undefined} />}
      <span>
        <b>{text.ban[ban].name}</b>
        {state && (
          <small className={styles['state']} data-tone={state.tone}>
            {state.words}
          </small>
        )}
      </span>
    </span>
  )
}
