import { atom } from 'jotai/vanilla'
import { screenNameOrNull } from '../../contract/screenName.ts'
import type { FinishedFlow } from '../check/createFlow.ts'
import { dropOldest } from '../lib/dropOldest.ts'
import { accountFlow } from './accountFlow.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'
import { fillInFormAtom, setCheckOptionsAtom, screenNameAtom, typeScreenNameAtom } from './formAtoms.ts'
import { readTabCheck, storeTabCheck } from './tabCheck.ts'

/*
 * The address says what is shown. `?screen_name=NAME` shows the result of that account: the one in memory, else the last one of the device's
 * log, else the form, filled in. Without a name it is the start view.
 */

const addressAtom = atom<string | null>(null)
/** The account in the address; null on the start view. */
export const addressedNameAtom = atom((get) => get(addressAtom))

type FinishedAccountCheck = FinishedFlow<AccountQuery, AccountResult>

/** Maximum number of results in memory. Each takes at most about 50 KB. */
const RESULTS_MAX = 20
const resultsByNameAtom = atom<ReadonlyMap<string, FinishedAccountCheck>>(new Map())

const keyOf = (name: string) => name.toLowerCase()
const isSame = (one: string, other: string) => keyOf(one) === keyOf(other)

/** Forgets all results, because the other page of the account check is opened. */
export const forgetResultsAtom = atom(null, (_get, set) => {
  set(accountFlow.setResultAtom, null)
  set(resultsByNameAtom, new Map())
})

/** Whether the name of the result was put into the address: the result is in memory since then. */
const isAddressedAtom = atom((get) => ({ query, endedAt }: FinishedAccountCheck) => {
  return get(resultsByNameAtom).get(keyOf(query.screenName))?.endedAt === endedAt
})

/** Puts a name into the address of the page, as a new entry or in place of the present one. Returns false if the visitor is leaving the page. */
type PutName = (screenName: string, isNewEntry: boolean) => boolean

const pageAtom = atom<{ putName: PutName } | null>(null)

/** Puts the name of a new result into the address, as a new entry if the address names another account, and keeps the result in memory. */
export const addressResultAtom = atom(null, (get, set) => {
  const done = get(accountFlow.doneAtom)
  if (!done || get(isAddressedAtom)(done)) return
  const { screenName } = done.query
  const before = get(addressAtom)
  const isNamed = before !== null && isSame(before, screenName)
  if (!isNamed && get(pageAtom)?.putName(screenName, before !== null) !== true) return
  const results = new Map(get(resultsByNameAtom)).set(keyOf(screenName), { ...done, failed: undefined })
  dropOldest(results, RESULTS_MAX)
  set(resultsByNameAtom, results)
})

/** `isBack`: the visitor returns to the address, or opens the page. */
type EnteredAddress = { search: string; isBack: boolean; putName: PutName }

/** Shows what the address asks for. */
export const enterAddressAtom = atom(null, (get, set, { search, isBack, putName }: EnteredAddress) => {
  set(pageAtom, { putName })
  const given = new URLSearchParams(search).get('screen_name') ?? ''
  const name = screenNameOrNull(given)
  const before = get(addressAtom)
  set(addressAtom, name)
  const running = get(accountFlow.runningAtom)
  const shown = get(accountFlow.doneAtom) ?? running?.previous ?? null
  const names = [running?.query.screenName, shown?.query.screenName]
  if (name !== null && names.some((one) => one !== undefined && isSame(one, name))) return
  // A first check that failed, and a result that came while the page was being left, have no address of their own.
  const isUnaddressed = shown ? !get(isAddressedAtom)(shown) : get(accountFlow.failedAtom) !== null
  if (name === null && isBack && isUnaddressed) {
    set(addressResultAtom)
    return
  }
  const result = (name !== null && get(resultsByNameAtom).get(keyOf(name))) || null
  if (running) storeTabCheck(running.query, false)
  set(accountFlow.setResultAtom, result)
  const typed = get(screenNameAtom)
  const isOurs = ['', before, shown?.query.screenName].includes(typed)
  if (result || (name !== null && (shown || isOurs))) set(typeScreenNameAtom, name ?? '')
  else if (name === null && isOurs) set(typeScreenNameAtom, given.trim())
  if (result) set(setCheckOptionsAtom, result.query)
})

/** The account of the shown result, of the failed check, or in the address; null while a first check runs. */
export const shownNameAtom = atom((get) => {
  const shown = get(accountFlow.doneAtom) ?? get(accountFlow.failedAtom)
  if (shown) return shown.query.screenName
  return get(accountFlow.stateAtom) === 'idle' ? get(addressAtom) : null
})

/** The name whose stored result was read last, whether there is one or not. */
export const readNameAtom = atom<string | null>(null)

/** The account whose stored result is shown or being read, because no result of it is in memory. */
export const restoredNameAtom = atom((get) =>
  get(accountFlow.stateAtom) === 'idle' ? get(addressAtom) : null,
)

/** Fills the form with the check that the tab stored, unless something is typed. */
export const fillInTabCheckAtom = atom(null, (get, set) => {
  const stored = readTabCheck()
  if (!stored || get(screenNameAtom) !== '') return
  set(fillInFormAtom, stored.options)
  storeTabCheck(stored.options, false)
})
