import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { TONE_SIGNS } from '../../lib/tones.ts'
import { accountVerdict } from '../../results/accountVerdict.ts'
import { demoMark } from '../../text/demoMark.ts'
import { homeText } from '../../text/home.ts'
import { formatNearDay, formatNumericDay } from '../../text/japanese.ts'
import { Link } from '../../ui/controls.tsx'
import { checkedAccountsAtom, loadCheckedAccountsAtom } from './checkedAccounts.ts'
import styles from './CheckedAccounts.module.css'

/** Links to the stored results of the accounts that were checked on this device, each with its last state and day. */
export function CheckedAccounts() {
  const accounts = useAtomValue(checkedAccountsAtom)
  const load = useSetAtom(loadCheckedAccountsAtom)
  useEffect(() => void load(), [load])
  // The list is read again, because another tab may have deleted checks.
  useEffect(() => {
    const refresh = () => void (document.visibilityState === 'visible' && load())
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [load])
  if (!accounts || accounts.length === 0) return null
  return (
    <div role="group" aria-label={homeText.label} className={styles['row']}>
      {accounts.map((last) => {
        const { tone, sentence } = accountVerdict(last)
        return (
          <Link
            key={last.account}
            to={`?screen_name=${last.name}`}
            className={styles['chip']}
            aria-label={homeText.chip(last.sandbox, last.name, sentence, formatNearDay(last.at))}
          >
            {demoMark(last.sandbox)}@{last.name} <span data-tone={tone}>{TONE_SIGNS[tone]}</span>{' '}
            {formatNumericDay(last.at).split('/').slice(1).join('/')}
          </Link>
        )
      })}
    </div>
  )
}
