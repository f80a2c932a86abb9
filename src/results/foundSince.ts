import type { Ban } from '../../contract/outcomes.ts'
import type { StoredCheck } from '../storage/records.ts'
import { formatNearDay, formatShortTime, isSameDay } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { storedBanState } from './accountVerdict.ts'
import { isComparable } from './changes.ts'

/**
 * Says since which check of this device a ban has been found, and before which it was not. Null if it is not found now, or if the check before
 * did not find it, which the change says already. `earlier`: the account's checks before `now`, the last one first.
 */
export function foundSinceSentence(
  now: StoredCheck,
  earlier: readonly StoredCheck[],
  ban: Ban,
): string | null {
  const stateIn = (check: StoredCheck) => storedBanState(check, ban)?.name
  const isClear = (check: StoredCheck) => ['clear', 'partly'].includes(stateIn(check) ?? '')
  const alike = earlier.filter(({ sandbox }) => sandbox === now.sandbox)
  if (stateIn(now) !== 'found' || (alike[0] && isClear(alike[0]))) return null
  let since = now.at
  let notBefore: number | null = null
  for (const check of alike) {
    if (!isComparable(check, now) || notBefore !== null) break
    if (stateIn(check) === 'found') since = check.at
    if (isClear(check)) notBefore = check.at
  }
  if (since === now.at && notBefore === null) return null
  const day = (at: number) =>
    isSameDay(at, now.at) ? formatShortTime(at, now.at) : formatNearDay(at, now.at)
  return logText.foundSince(since === now.at ? null : day(since), notBefore === null ? null : day(notBefore))
}
