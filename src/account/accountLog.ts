import { atom } from 'jotai/vanilla'
import { storeHomeRoom } from '../lib/homeRoom.ts'
import { changeSentence } from '../results/changes.ts'
import type { StoreOutcome } from '../storage/database.ts'
import { checkBefore, storeCheck, storePlanProgress } from '../storage/stores.ts'
import { isSameDay } from '../text/japanese.ts'
import { accountFlow } from './accountFlow.ts'
import { storedCheckOf } from './storedCheck.ts'
import { restorePlanProgressAtom, doneTasksAtom } from './guide/Plan.tsx'

type SinceLast = { sentence: string | null; outcome: StoreOutcome }

/** The comparison of each check by its `endedAt`; null while the log is read. A check with an entry is not stored again, since the visitor may have deleted it. */
const allAtom = atom<ReadonlyMap<number, SinceLast | null>>(new Map())

export const sinceLastAtom = atom((get) => get(allAtom).get(get(accountFlow.doneAtom)?.endedAt ?? 0) ?? null)

/** Compares a finished check with the one before it, and stores it. Plan tasks that were ticked off under an earlier check of the same day remain ticked. */
export const storeCheckAtom = atom(null, async (get, set) => {
  const done = get(accountFlow.doneAtom)
  const check = done && storedCheckOf(done.answer, done.asked, done.endedAt)
  if (!check || get(allAtom).has(check.at)) return
  const put = (since: SinceLast | null) => set(allAtom, new Map(get(allAtom)).set(check.at, since))
  put(null)
  const before = await checkBefore(check)
  const stored = before && isSameDay(before.at, check.at) ? before.ticks : []
  const outcome = await storeCheck({ ...check, ticks: stored })
  if (outcome === 'kept') storeHomeRoom('accounts')
  set(restorePlanProgressAtom, check, stored)
  // Tasks that were ticked off before the check was stored could not be saved then, so they are saved now.
  const doneTasks = get(doneTasksAtom)(check)
  // Stryker disable next-line ConditionalExpression: it would only write the same tasks again
  if (doneTasks.join() !== stored.join()) await storePlanProgress(check.name, check.at, doneTasks)
  put({ sentence: before && changeSentence(before, check), outcome })
})
