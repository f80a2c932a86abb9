import { atom } from 'jotai/vanilla'
import type { KeepOutcome } from '../store/database.ts'
import type { Finding } from '../store/Finding.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'
import { logIsOn, switchLog } from '../store/logSwitch.ts'
import { clearLog, removeCheck, removeFinding, restoreRows, wholeLog } from '../store/wholeLog.ts'
import type { LogRows, WholeLog } from '../store/wholeLog.ts'

/** `away`: the browser keeps nothing. */
type LogState = { state: 'loading' } | { state: 'away' } | { state: 'ready'; log: WholeLog }

const stateAtom = atom<LogState>({ state: 'loading' })
const switchAtom = atom(true)
const removedAtom = atom<LogRows | null>(null)
const troubleAtom = atom<KeepOutcome>('kept')

export const logStateAtom = atom((get) => get(stateAtom).state)
export const wholeLogAtom = atom((get) => {
  const state = get(stateAtom)
  return state.state === 'ready' ? state.log : null
})
export const logIsOnAtom = atom((get) => get(switchAtom))
/** Whether the last deletion can be taken back. */
export const canUndoAtom = atom((get) => get(removedAtom) !== null)
/** Whether the last change to the log could not be written for want of space. */
export const diskIsFullAtom = atom((get) => get(troubleAtom) === 'full')

/** Reads the log: when the page is opened, comes back, and after each change. */
export const loadLogAtom = atom(null, async (_get, set) => {
  const [log, on] = await Promise.all([wholeLog(), logIsOn()])
  set(switchAtom, on)
  set(stateAtom, log ? { state: 'ready', log } : { state: 'away' })
})

/** Makes a change, and shows what the log holds after it. */
const changeAtom = atom(null, async (_get, set, change: () => Promise<KeepOutcome>) => {
  const outcome = await change()
  set(troubleAtom, outcome)
  await set(loadLogAtom)
  return outcome === 'kept'
})

export const switchLogAtom = atom(null, async (_get, set, on: boolean) => {
  set(switchAtom, on)
  await set(changeAtom, () => switchLog(on))
})

export const removeCheckAtom = atom(null, async (_get, set, check: LoggedCheck) => {
  if (await set(changeAtom, () => removeCheck(check))) set(removedAtom, { checks: [check], findings: [] })
})

export const removeFindingAtom = atom(null, async (_get, set, finding: Finding) => {
  if (await set(changeAtom, () => removeFinding(finding)))
    set(removedAtom, { checks: [], findings: [finding] })
})

export const clearLogAtom = atom(null, async (get, set) => {
  const log = get(wholeLogAtom)
  if (log && (await set(changeAtom, clearLog))) set(removedAtom, log.rows)
})

/** Takes the last deletion back. */
export const undoAtom = atom(null, async (get, set) => {
  const removed = get(removedAtom)
  if (removed && (await set(changeAtom, () => restoreRows(removed)))) set(removedAtom, null)
})

/** A deletion can be taken back while the page is open. */
export const leaveLogAtom = atom(null, (_get, set) => {
  set(removedAtom, null)
  set(troubleAtom, 'kept')
})
