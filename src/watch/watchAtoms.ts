import { atom } from 'jotai/vanilla'
import { storeReservedHomeSpace } from '../lib/homeRoom.ts'
import { askToNotify, readAbility, updateRegistration } from './registration.ts'
import type { Ability } from './registration.ts'
import { addWatch, allWatches, removeWatch } from './watchStore.ts'
import type { AddOutcome } from './watchStore.ts'
import { watchKey, watchedKeys } from './watch.ts'
import type { KeptCheck, Watch } from './watch.ts'

type WatchState = { watches: readonly Watch[]; ability: Ability }

/** Null until the device was asked. */
const stateAtom = atom<WatchState | null>(null)
const failureAtom = atom<{ account: string; outcome: Exclude<AddOutcome, 'kept'> } | null>(null)

/** What the device can do for a watch, and the watch of an account or of the posts of a check, if there is one. */
export const watchOfAtom = atom((get) => {
  const state = get(stateAtom)
  const failure = get(failureAtom)
  return (kept: KeptCheck) => {
    if (!state) return null
    const account = watchKey(kept)
    const watch = state.watches.find((one) => one.account === account && one.confirmedAt === null)
    return {
      ability: state.ability,
      watch: watch ?? null,
      failure: failure?.account === account ? failure.outcome : null,
    }
  }
})

/** The keys of what is watched; null until the device was asked. */
export const watchedKeysAtom = atom((get) => {
  const state = get(stateAtom)
  return state && watchedKeys(state.watches)
})

/** Reads the watches again, after those were deleted that have ended, and lets the browser wake the service worker as long as there are any. */
export const loadWatchesAtom = atom(null, async (_get, set) => {
  const [isSynced, ability] = await Promise.all([updateRegistration(), readAbility()])
  const watches = await allWatches()
  const isWatching = watches.some(({ confirmedAt }) => confirmedAt === null)
  set(stateAtom, { watches, ability: isWatching && !isSynced ? 'opened' : ability })
})

/** Begins a watch within a tap: the browser's own question for notifications comes with it, if this device can notify. */
export const beginWatchAtom = atom(null, async (get, set, check: KeptCheck, days: number) => {
  const asking = askToNotify(get(stateAtom)?.ability ?? 'opened')
  const outcome = await addWatch(check, days, Date.now(), Math.random())
  set(failureAtom, outcome === 'kept' ? null : { account: watchKey(check), outcome })
  if (outcome === 'kept') storeReservedHomeSpace('watches')
  await asking
  await set(loadWatchesAtom)
})

export const endWatchAtom = atom(null, async (_get, set, check: KeptCheck) => {
  await removeWatch(watchKey(check))
  set(failureAtom, null)
  await set(loadWatchesAtom)
})
