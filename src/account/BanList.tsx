import { useAtomValue } from 'jotai'
import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import { capabilitiesAtom } from '../check/capabilitiesAtom.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { isShareable } from './accountVerdict.ts'
import styles from './BanList.module.css'
import { banState, isOffered } from './banState.ts'
import { BanSummary } from './BanSummary.tsx'
import type { AccountResult } from './checkAccount.ts'
import { BanGuide } from './guide/BanGuide.tsx'
import { evidenceLine } from './guide/evidenceLine.ts'
import { SeeForYourself } from './guide/SeeForYourself.tsx'
import { useFindingsOf } from './guide/useFindingsOf.tsx'
import { showsBanStates } from './showsBanStates.ts'

/** The four bans, each with its state and guide; only with explanations where the account could not be judged. `at` is when the check ended. */
export function BanList({ result, at }: { result: AccountResult; at: number }) {
  useFindingsOf(result.screenName)
  const capabilities = useAtomValue(capabilitiesAtom)
  const states = showsBanStates(result)
  return (
    <div className={styles['list']} data-states={states}>
      {!states && <h3 className={styles['title']}>{resultText.ban.aboutItems}</h3>}
      {BANS.map((ban) => {
        const state = states ? banState(result, ban, capabilities) : null
        return (
          <Disclosure
            key={ban}
            summary={<BanSummary ban={ban} state={state} evidence={state && evidenceLine(result, ban)} />}
          >
            <div className={styles['about']}>
              {state ? (
                <BanGuide
                  ban={ban}
                  result={result}
                  at={at}
                  tone={state.tone}
                  isOffered={isOffered(result, ban, capabilities)}
                />
              ) : (
                <Explanation ban={ban} result={result} />
              )}
            </div>
          </Disclosure>
        )
      })}
    </div>
  )
}

/** What a ban is and, where the account is public, how to check it by hand. */
function Explanation({ ban, result }: { ban: Ban; result: AccountResult }) {
  return (
    <>
      <p>{resultText.ban[ban].about}</p>
      {isShareable(result) && <SeeForYourself ban={ban} name={result.screenName} />}
    </>
  )
}
