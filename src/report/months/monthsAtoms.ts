import { atom } from 'jotai/vanilla'
import type { KeepOutcome } from '../../log/store/database.ts'
import { monthsAreOn, switchMonths } from '../../log/store/logSwitch.ts'
import { allMonths, clearMonths, keepMonth, removeMonth, restoreMonths } from '../../log/store/monthStore.ts'
import type { AllMonths } from '../../log/store/monthStore.ts'
import { shownReportAtom } from '../shownReport.ts'
import { keptMonthOf } from './keptMonthOf.ts'

/** `away`: the browser keeps nothing. */
type MonthsState = { state: 'loading' } | { state: 'away' } | { state: 'ready'; all: AllMonths }

const stateAtom = atom<MonthsState>({ state: 'loading' })
const switchAtom = atom(false)
const removedAtom = atom<unknown[] | null>(null)
const troubleAtom = atom<KeepOutcome>('kept')

export const monthsStateAtom = atom((get) => get(stateAtom).state)
export const allMonthsAtom = atom((get) => {
  const state = get(stateAtom)
  return state.state === 'ready' ? state.all : null
})
export const monthsAreOnAtom = atom((get) => get(switchAtom))
/** Whether the last deletion can be taken back. */
export const canUndoMonthsAtom = atom((get) => get(removedAtom) !== null)
/** Whether the last change could not be written for want of space. */
export const noSpaceForMonthsAtom = atom((get) => get(troubleAtom) === 'full')

/** Reads the months: when the page is opened, comes back, and after each change. */
export const loadMonthsAtom = atom(null, async (_get, set) => {
  const [all, on] = await Promise.all([allMonths(), monthsAreOn()])
  set(switchAtom, on)
  set(stateAtom, all ? { state: 'ready', all } : { state: 'away' })
})

const changeAtom = atom(null, async (_get, set, change: () => Promise<KeepOutcome>) => {
  const outcome = await change()
  set(troubleAtom, outcome)
  await set(loadMonthsAtom)
  return outcome === 'kept'
})

/** Keeps the report that is shown, if the visitor wants it. An invented one is never kept. */
export const keepShownReportAtom = atom(null, async (get, set) => {
  const shown = get(shownReportAtom)
  if (!shown || shown.isSample) return
  await set(changeAtom, () => keepMonth(keptMonthOf(shown.report, shown.at)))
})

/** Switched on, the report that is already there is kept too. */
export const switchMonthsAtom = atom(null, async (_get, set, on: boolean) => {
  set(switchAtom, on)
  if ((await set(changeAtom, () => switchMonths(on))) && on) await set(keepShownReportAtom)
})

export const removeMonthAtom = atom(null, async (get, set, month: string) => {
  const rows = get(allMonthsAtom)?.months.filter((kept) => kept.month === month)
  if (rows && (await set(changeAtom, () => removeMonth(month)))) set(removedAtom, rows)
})

export const clearMonthsAtom = atom(null, async (get, set) => {
  const all = get(allMonthsAtom)
  if (all && (await set(changeAtom, clearMonths))) set(removedAtom, all.rows)
})

/** Takes the last deletion back. */
export const undoMonthsAtom = atom(null, async (get, set) => {
  const removed = get(removedAtom)
  if (removed && (await set(changeAtom, () => restoreMonths(removed)))) set(removedAtom, null)
})

/** A deletion can be taken back while the page is open. */
export const leaveMonthsAtom = atom(null, (_get, set) => {
  set(removedAtom, null)
  set(troubleAtom, 'kept')
})
