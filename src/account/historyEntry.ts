import { atom } from 'jotai/vanilla'
import { screenNameFault, screenNameIn } from '../../contract/names.ts'
import type { Done } from '../check/createFlow.ts'
import { accountFlow } from './accountFlow.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'
import { isFormOpenedAtom, screenNameAtom, typeScreenNameAtom } from './formAtoms.ts'

/**
 * The checks in the tab's history. Each result is one entry; Back and Forward show the result of the entry that they open.
 * `history.state.usr` is where React Router keeps its `state`: the name that was checked, when its result came (Unix milliseconds), and
 * whether a link asked for the check to start by itself. Results themselves are kept in memory: after a reload the device's log has them.
 */
export type Entry = { checked: string; endedAt?: number | undefined; autoCheck?: boolean }

/** The check of the current entry. Read without a schema, since the first page loads none. */
export function readEntry(): Entry | null {
  const { checked, endedAt, autoCheck } = Object(Object(history.state).usr) as Record<keyof Entry, unknown>
  if (typeof checked !== 'string' || screenNameFault(checked) !== null) return null
  return {
    checked,
    endedAt: typeof endedAt === 'number' ? endedAt : undefined,
    autoCheck: autoCheck === true,
  }
}

/** Saves a check in the current entry at once, also while the page is being left: `navigate` would wait for a rendering. */
export function saveEntry(entry: Entry): void {
  try {
    history.replaceState({ ...Object(history.state), usr: entry }, '')
  } catch {
    // Browsers refuse this if it is done too often.
  }
}

/** In an address: shows the result that the device keeps of `screen_name`. Notifications link there. */
const KEPT_PARAMETER = 'kept'

/** Makes the current entry that of a kept result, if its address asks for it. */
function openKeptResult(): void {
  const parameters = new URLSearchParams(location.search)
  const name = screenNameIn(parameters.get('screen_name') ?? '')
  if (readEntry() || !parameters.has(KEPT_PARAMETER) || screenNameFault(name) !== null) return
  saveEntry({ checked: name })
}

/** Shows the parts of the page that stay hidden until the restored result is there (`data-back`, set by a script in the HTML). */
export function revealContent(): void {
  delete document.documentElement.dataset['back']
}

/** The name of the current entry whose result is not in memory, e.g. after a reload. */
export const restoredNameAtom = atom<string | null>(null)

/** The name of the account that the page is about. */
export const shownNameAtom = atom((get) => {
  const done = get(accountFlow.doneAtom)
  if (done) return done.answer.screenName
  const failed = get(accountFlow.failedAtom)
  if (failed) return failed.asked.screenName
  return get(accountFlow.stateAtom) === 'idle' ? get(restoredNameAtom) : null
})

type Result = Done<AccountQuery, AccountResult>

/** Results that Back can show again, some 50 KB each at most. */
const RESULTS_MAX = 20
const keptResultsAtom = atom<readonly Result[]>([])
/** Results of this page's history, oldest first. Setting one adds it; setting null removes all. */
export const resultsAtom = atom(
  (get) => get(keptResultsAtom),
  (get, set, added: Result | null) =>
    set(keptResultsAtom, added ? [...get(keptResultsAtom), added].slice(-RESULTS_MAX) : []),
)

/** Shows the result of the current entry. If it is not in memory, shows its name. Text typed before hydration is replayed later, and wins. */
export const showEntryAtom = atom(null, (get, set) => {
  openKeptResult()
  const entry = readEntry()
  // While a check runs, the router may still be rendering the entry of the previous result, which must not stop the check.
  const shown = get(accountFlow.doneAtom) ?? get(accountFlow.runningAtom)?.previous
  if (!entry || entry.autoCheck) {
    set(fillInLinkedNameAtom)
    return
  }
  if (entry.endedAt !== undefined && entry.endedAt === shown?.endedAt) return
  const result = get(resultsAtom).find(({ endedAt }) => endedAt === entry.endedAt) ?? null
  // A new entry that shows the result of the one before it.
  if (!result && shown?.answer.screenName === entry.checked) return
  const isFilledIn = ['', get(restoredNameAtom)].includes(get(screenNameAtom))
  set(accountFlow.showAtom, result)
  set(restoredNameAtom, entry.checked)
  if (result || shown || isFilledIn) set(typeScreenNameAtom, entry.checked)
  if (result) set(isFormOpenedAtom, false)
})

/** Fills in the name of a link (`?screen_name=`), unless it is the name that was checked last. */
const fillInLinkedNameAtom = atom(null, (get, set) => {
  const linked = screenNameIn(new URLSearchParams(location.search).get('screen_name') ?? '')
  if (linked === '' || linked === get(accountFlow.askedAtom)?.screenName) return
  set(accountFlow.leaveAtom)
  set(accountFlow.showAtom, null)
  set(restoredNameAtom, null)
  set(typeScreenNameAtom, linked)
})

/** When the results came that are saved in an entry, in Unix milliseconds. */
const savedEntryTimesAtom = atom<ReadonlySet<number>>(new Set<number>())

/** Returns the shown result if it is not saved in the current entry yet, once. `isNewEntry`: the entry holds another result, so push instead of replace. */
export const takeUnsavedResultAtom = atom(null, (get, set) => {
  const done = get(accountFlow.doneAtom)
  const entry = readEntry()
  if (!done || entry?.autoCheck || entry?.endedAt === done.endedAt) return null
  const { endedAt, answer } = done
  const isNewEntry = entry?.endedAt !== undefined
  if (isNewEntry && get(savedEntryTimesAtom).has(endedAt)) return null
  set(savedEntryTimesAtom, new Set([...get(savedEntryTimesAtom), endedAt]))
  return { checked: answer.screenName, endedAt, isNewEntry }
})
