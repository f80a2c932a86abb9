import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { TONE_SIGNS } from '../../lib/tones.ts'
import { accountVerdict } from '../../results/accountVerdict.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { demoMark } from '../../text/demoMark.ts'
import { homeText } from '../../text/home.ts'
import { formatNearDay, formatNumericDay } from '../../text/japanese.ts'
import { watchText } from '../../text/watch.ts'
import { checkNameAtom } from '../accountAtoms.ts'
import {
  CHECK_AGAIN_ACCOUNTS_MAX,
  checkAgainInPlaceAtom,
  checkedAccountsAtom,
  followWatchesAtom,
  isSameAccount,
  loadCheckedAccountsAtom,
} from './checkedAccounts.ts'
import styles from './CheckedAccounts.module.css'

/** Lists the accounts that were checked on this device, each with its last state and day, and the results of ended watches. */
export function CheckedAccounts() {
  const state = useAtomValue(checkedAccountsAtom)
  const load = useSetAtom(loadCheckedAccountsAtom)
  const follow = useSetAtom(followWatchesAtom)
  const checkInPlace = useSetAtom(checkAgainInPlaceAtom)
  const check = useSetAtom(checkNameAtom)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    const start = async () => {
      await load()
      await follow(controller.signal)
    }
    void start()
    return () => controller.abort()
  }, [load, follow])
  // The list is read again, because another tab may have deleted checks.
  useEffect(() => {
    const refresh = () => void (document.visibilityState === 'visible' && load())
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [load])
  if (!state) return null
  const { accounts, watching, news, running } = state
  const again = accounts.slice(0, CHECK_AGAIN_ACCOUNTS_MAX).map(({ name }) => name)
  const status =
    running === null ? watching > 0 && watchText.news.watching(watching) : homeText.running(running)
  return (
    <>
      {accounts.length > 0 && (
        <div role="group" aria-label={homeText.label} className={styles['row']}>
          {accounts.map((last) => {
            const { tone, sentence } = accountVerdict(last)
            return (
              <button
                key={last.account}
                type="button"
                className={styles['chip']}
                disabled={running !== null}
                aria-label={homeText.chip(last.sandbox, last.name, sentence, formatNearDay(last.at))}
                aria-busy={isSameAccount(last.name, running)}
                onClick={() => void check(last.name)}
              >
                {demoMark(last.sandbox)}@{last.name} <span data-tone={tone}>{TONE_SIGNS[tone]}</span>{' '}
                {formatNumericDay(last.at).split('/').slice(1).join('/')}
              </button>
            )
          })}
          {again.length > 1 && (
            <button
              type="button"
              className={styles['chip']}
              disabled={running !== null}
              onClick={() => leaving.current && void checkInPlace(again, leaving.current.signal)}
            >
              {homeText.again(again.length)}
            </button>
          )}
        </div>
      )}
      <output className={`small ${styles['news']}`}>
        {(news.length > 0 ? news : [status]).map(
          (line) => line && <p key={line}>{<Sentence>{line}</Sentence>}</p>,
        )}
      </output>
    </>
  )
}
