import { atom } from 'jotai/vanilla'
import { screenNameOrNull, screenNameFault } from '../../contract/screenName.ts'
import type { FinishedFlow } from '../check/createFlow.ts'
import { accountFlow } from './accountFlow.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'
import { setCheckOptionsAtom, screenNameAtom, typeScreenNameAtom } from './formAtoms.ts'

/** The options of a check: the account, and whether to check its latest posts and the reposts among them. */
export type AccountCheckOptions = Omit<AccountQuery, 'variant'>

/**
 * The checks in the tab's history. Each result is one entry; Back and Forward show the result of the entry that they open.
 * `history.state.usr` is where React Router keeps its `state`: what was checked, when its result came (Unix milliseconds), and the check
 * that starts by itself when the page is opened (`next`), because a link asked for it or because the page was closed while it ran.
 * Results themselves are kept in memory: after a reload the device's log has them.
 */
export type HistoryEntry = {
  checked: AccountCheckOptions
  endedAt?: number | undefined
  next?: AccountCheckOptions | undefined
}

/** Reads the check of the current entry. It uses no schema, because the first page does not load the schema library. */
export function readHistoryEntry(): HistoryEntry | null {
  const { checked, endedAt, next } = Object(Object(history.state).usr) as Record<keyof HistoryEntry, unknown>
  const options = readOptions(checked)
  return (
    options && {
      checked: options,
      endedAt: typeof endedAt === 'number' ? endedAt : undefined,
      next: readOptions(next) ?? undefined,
    }
  )
}

function readOptions(value: unknown): AccountCheckOptions | null {
  const { screenName, posts, reposts } = Object(value) as Record<keyof AccountCheckOptions, unknown>
  if (typeof screenName !== 'string' || screenNameFault(screenName) !== null) return null
  return { screenName, posts: posts !== false, reposts: reposts !== false }
}

/** Saves a check in the current entry at once, also while the page is being left: `navigate` would wait for a rendering. */
export function saveHistoryEntry(entry: HistoryEntry): void {
  try {
    history.replaceState({ ...Object(history.state), usr: entry }, '')
  } catch {
    // Browsers throw if `replaceState` is called too often.
  }
}

/** The name of the current entry whose result is not in memory, e.g. after a reload. */
export const restoredNameAtom = atom<string | null>(null)

/** The account of the shown result, of the failed check, or of the entry that is being restored; null while a first check runs. */
export const shownNameAtom = atom((get) => {
  const done = get(accountFlow.doneAtom)
  if (done) return done.result.screenName
  const failed = get(accountFlow.failedAtom)
  if (failed) return failed.query.screenName
  return get(accountFlow.stateAtom) === 'idle' ? get(restoredNameAtom) : null
})

type FinishedAccountCheck = FinishedFlow<AccountQuery, AccountResult>

/** Maximum number of results that Back can show again. Each takes at most about 50 KB. */
const RESULTS_MAX = 20
const latestResultsAtom = atom<readonly FinishedAccountCheck[]>([])
/** Results of this page's history, oldest first. Setting a result adds it; setting null removes all. */
export const resultsInHistoryAtom = atom(
  (get) => get(latestResultsAtom),
  (get, set, added: FinishedAccountCheck | null) =>
    set(latestResultsAtom, added ? [...get(latestResultsAtom), added].slice(-RESULTS_MAX) : []),
)

/** Shows the result of the current history entry. If it is not in memory, fills in the name only. */
export const showHistoryEntryAtom = atom(null, (get, set) => {
  const entry = readHistoryEntry()
  // While a check runs, the router may still be rendering the entry of the previous result, which must not stop the check.
  const shown = get(accountFlow.doneAtom) ?? get(accountFlow.runningAtom)?.previous
  if (!entry || entry.next) {
    set(fillInLinkedNameAtom)
    return
  }
  const { screenName } = entry.checked
  if (entry.endedAt !== undefined && entry.endedAt === shown?.endedAt) return
  const result = get(resultsInHistoryAtom).find(({ endedAt }) => endedAt === entry.endedAt) ?? null
  // This is a new entry whose result is not in memory, and the shown result is of the same account: it remains.
  if (!result && shown?.result.screenName === screenName) return
  const isFilledIn = ['', get(restoredNameAtom)].includes(get(screenNameAtom))
  set(accountFlow.setResultAtom, result)
  set(restoredNameAtom, screenName)
  if (result || shown || isFilledIn) {
    set(typeScreenNameAtom, screenName)
    set(setCheckOptionsAtom, entry.checked)
  }
})

/** Fills in the name of a link (`?screen_name=`), unless it is the name that was checked last. */
const fillInLinkedNameAtom = atom(null, (get, set) => {
  const given = new URLSearchParams(location.search).get('screen_name') ?? ''
  const linked = screenNameOrNull(given) ?? given.trim()
  if (linked === '' || linked === get(accountFlow.queryAtom)?.screenName) return
  set(accountFlow.cancelAtom)
  set(accountFlow.setResultAtom, null)
  set(restoredNameAtom, null)
  set(typeScreenNameAtom, linked)
})

/** The `endedAt` of each result that is saved in a history entry, in Unix milliseconds. */
const savedEntryTimesAtom = atom<ReadonlySet<number>>(new Set<number>())

/** Returns what the caller must save in a history entry, if the shown result is not in one yet, and marks it as saved: each result is returned once. `isNewEntry`: the current entry holds another result, so push instead of replace. */
export const claimResultToSaveAtom = atom(null, (get, set) => {
  const done = get(accountFlow.doneAtom)
  const entry = readHistoryEntry()
  if (!done || entry?.next || entry?.endedAt === done.endedAt) return null
  const { endedAt, query } = done
  const isNewEntry = entry?.endedAt !== undefined
  if (isNewEntry && get(savedEntryTimesAtom).has(endedAt)) return null
  set(savedEntryTimesAtom, new Set([...get(savedEntryTimesAtom), endedAt]))
  return { checked: query, endedAt, isNewEntry }
})
