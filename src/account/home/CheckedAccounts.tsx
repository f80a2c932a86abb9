import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { TONE_SIGNS } from '../../lib/tones.ts'
import { accountVerdict } from '../../results/accountVerdict.ts'
import { optionsOfStoredCheck } from '../../storage/records.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { demoMark } from '../../text/demoMark.ts'
import { homeText } from '../../text/home.ts'
import { formatNearDay, formatNumericDay } from '../../text/japanese.ts'
import { watchText } from '../../text/watch.ts'
import { Link } from '../../ui/controls.tsx'
import { checkedAccountsAtom, followWatchesAtom, loadCheckedAccountsAtom } from './checkedAccounts.ts'
import styles from './CheckedAccounts.module.css'

/** Links to the stored results of the accounts that were checked on this device, each with its last state and day, and the results of ended watches. */
export function CheckedAccounts() {
  const state = useAtomValue(checkedAccountsAtom)
  const load = useSetAtom(loadCheckedAccountsAtom)
  const follow = useSetAtom(followWatchesAtom)
  useEffect(() => {
    const controller = new AbortController()
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
  const { accounts, watching, news } = state
  const status = watching > 0 && watchText.news.watching(watching)
  return (
    <>
      {accounts.length > 0 && (
        <div role="group" aria-label={homeText.label} className={styles['row']}>
          {accounts.map((last) => {
            const { tone, sentence } = accountVerdict(last)
            return (
              <Link
                key={last.account}
                to={`?screen_name=${last.name}`}
                state={{ checked: optionsOfStoredCheck(last) }}
                className={styles['chip']}
                aria-label={homeText.chip(last.sandbox, last.name, sentence, formatNearDay(last.at))}
              >
                {demoMark(last.sandbox)}@{last.name} <span data-tone={tone}>{TONE_SIGNS[tone]}</span>{' '}
                {formatNumericDay(last.at).split('/').slice(1).join('/')}
              </Link>
            )
          })}
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
