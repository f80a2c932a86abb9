import { atom } from 'jotai/vanilla'
import { japanDay } from '../../contract/japanDay.ts'
import { upstreamAtom } from '../check/upstreamAtom.ts'
import { checkBefore, keepCheck, keepTicks } from '../log/store/checkStore.ts'
import type { KeepOutcome } from '../log/store/database.ts'
import { changeSentence } from '../log/timeline/changeSentence.ts'
import { doneAtom } from './accountAtoms.ts'
import { enterTicksAtom, ticksAtom } from './guide/tickAtoms.ts'
import { loggedCheckOf } from './loggedCheckOf.ts'

/** What the device's log says of the check that ended at `at`. */
type SinceLast = { at: number; sentence: string | null; outcome: KeepOutcome }

const stateAtom = atom<SinceLast | null>(null)

/** What the log says about the shown check; null until it has been read. */
export const sinceLastAtom = atom((get) => {
  const state = get(stateAtom)
  return state && state.at === get(doneAtom)?.endedAt ? state : null
})

/**
 * Compares a finished check with the one before it, and keeps it. Keeping the same check twice has no effect. Its plans are those of its
 * day, so what was ticked off under an earlier one of that day stays ticked.
 */
export const keepCheckAtom = atom(null, async (get, set) => {
  const done = get(doneAtom)
  const check = done && loggedCheckOf(done.answer, done.asked, done.endedAt, get(upstreamAtom) === 'sandbox')
  if (!check) return
  const before = await checkBefore(check)
  const ticks = before && japanDay(before.at) === japanDay(check.at) ? before.ticks : []
  const outcome = await keepCheck({ ...check, ticks })
  set(enterTicksAtom, check, ticks)
  // What was ticked off in the meantime found no check on the device.
  const ticked = [...get(ticksAtom)(check)]
  if (ticked.join() !== ticks.join()) await keepTicks(check.name, check.at, ticked)
  set(stateAtom, { at: check.at, sentence: before && changeSentence(before, check), outcome })
})
