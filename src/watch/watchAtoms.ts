import { atom } from 'jotai/vanilla'
import { storeReservedHomeSpace } from '../lib/homeRoom.ts'
import { askForNotifications, readWatchAbility, updateServiceWorkerRegistration } from './registration.ts'
import type { WatchAbility } from './registration.ts'
import { addWatch, readAllWatches, removeWatch } from './watchStore.ts'
import type { AddWatchOutcome } from './watchStore.ts'
import { watchKey, watchedKeys } from './watch.ts'
import type { StoredCheckRef, Watch } from './watch.ts'

type WatchState = { watches: readonly Watch[]; ability: WatchAbility }

/** Null until the device was asked. */
const watchStateAtom = atom<WatchState | null>(null)
const failureAtom = atom<{ account: string; outcome: Exclude<AddWatchOutcome, 'kept'> } | null>(null)

/** Returns how the device can run a watch, and the watch of an account or of the posts of a check, if there is one. */
export const getWatchAtom = atom((get) => {
  const state = get(watchStateAtom)
  const failure = get(failureAtom)
  return (kept: StoredCheckRef) => {
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

/** The keys of the watches that have not ended with news; null until the watches were read. */
export const watchedKeysAtom = atom((get) => {
  const state = get(watchStateAtom)
  return state && watchedKeys(state.watches)
})

/** Reads the watches again, after those were deleted that have ended, and lets the browser wake the service worker as long as there are any. */
export const loadWatchesAtom = atom(null, async (_get, set) => {
  const [isSynced, ability] = await Promise.all([updateServiceWorkerRegistration(), readWatchAbility()])
  const watches = await readAllWatches()
  const isWatching = watches.some(({ confirmedAt }) => confirmedAt === null)
  set(watchStateAtom, { watches, ability: isWatching && !isSynced ? 'opened' : ability })
})

/** Begins a watch within a tap: the browser's own question for notifications comes with it, if this device can notify. */
export const beginWatchAtom = atom(null, async (get, set, check: StoredCheckRef, days: number) => {
  const asking = askForNotifications(get(watchStateAtom)?.ability ?? 'opened')
  const outcome = await addWatch(check, days, Date.now(), Math.random())
  set(failureAtom, outcome === 'kept' ? null : { account: watchKey(check), outcome })
  if (outcome === 'kept') storeReservedHomeSpace('watches')
  await asking
  await set(loadWatchesAtom)
})

export const endWatchAtom = atom(null, async (_get, set, check: StoredCheckRef) => {
  await removeWatch(watchKey(check))
  set(failureAtom, null)
  await set(loadWatchesAtom)
})
