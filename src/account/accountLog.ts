import { atom } from 'jotai/vanilla'
import { storeReservedHomeSpace } from '../lib/homeRoom.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { foundSinceSentence } from '../results/foundSince.ts'
import { changeBetween } from '../results/changes.ts'
import type { ChangeBetweenChecks } from '../results/changes.ts'
import type { StoreOutcome } from '../storage/database.ts'
import { readCheckBefore, storeCheck, storePlanProgress } from '../storage/stores.ts'
import { isSameDay } from '../text/japanese.ts'
import { accountFlow } from './accountFlow.ts'
import { finishedCheckAtom } from './finishedCheck.ts'
import { restorePlanProgressAtom, doneTasksAtom } from './guide/Plan.tsx'

/** The change since the check before the shown result. Null if the device has no earlier check, or if X's rate limit prevented the check. */
export const changeSinceLastCheckAtom = atom((get): ChangeBetweenChecks | null => {
  const now = get(finishedCheckAtom)
  const before = get(accountFlow.doneAtom)?.result.before?.find(({ sandbox }) => sandbox === now?.sandbox)
  return now && !now.limited && before ? changeBetween(before, now) : null
})

/** Says since which check a ban of the shown result has been found; null if it is not found, or new. */
export const getFoundSinceAtom = atom((get) => {
  const now = get(finishedCheckAtom)
  const earlier = get(accountFlow.doneAtom)?.result.before ?? []
  return (ban: Ban) => now && foundSinceSentence(now, earlier, ban)
})

/** Whether each check was stored, by its `endedAt`; null while it is. A check with an entry is not stored again, since the visitor may have deleted it. */
const outcomesAtom = atom<ReadonlyMap<number, StoreOutcome | null>>(new Map())

export const storeOutcomeAtom = atom(
  (get) => get(outcomesAtom).get(get(accountFlow.doneAtom)?.endedAt ?? 0) ?? null,
)

/** Stores a finished check, unless X's rate limit prevented it. Plan tasks that were ticked off under an earlier check of the same day remain ticked. */
export const storeCheckAtom = atom(null, async (get, set) => {
  const check = get(finishedCheckAtom)
  if (!check || check.limited || get(outcomesAtom).has(check.at)) return
  const put = (outcome: StoreOutcome | null) =>
    set(outcomesAtom, new Map(get(outcomesAtom)).set(check.at, outcome))
  put(null)
  const before = await readCheckBefore(check)
  const stored = before && isSameDay(before.at, check.at) ? before.ticks : []
  const outcome = await storeCheck({ ...check, ticks: stored })
  if (outcome === 'kept') storeReservedHomeSpace(true)
  set(restorePlanProgressAtom, check, stored)
  // Tasks that were ticked off before the check was stored could not be saved then, so they are saved now.
  await storePlanProgress(check.name, check.at, get(doneTasksAtom)(check))
  put(outcome)
})
