import { atom } from 'jotai/vanilla'
import { storeReservedHomeSpace } from '../../lib/homeRoom.ts'
import { groupByAccount } from '../../results/changes.ts'
import { checkStorageSwitch } from '../../storage/database.ts'
import type { StoredCheck } from '../../storage/records.ts'
import { readWholeLog } from '../../storage/stores.ts'
import { watchText } from '../../text/watch.ts'
import { setAppBadgeCount, updateServiceWorkerRegistration } from '../../watch/registration.ts'
import { runDueWatches } from '../../watch/runWatches.ts'
import { readAllWatches, removeWatch } from '../../watch/watchStore.ts'
import { readOfferedWatches, watchedChecks } from '../checkWatched.ts'

/** Maximum number of accounts below the field; the one checked last comes first. */
const ACCOUNTS_MAX = 5

type HomeState = { accounts: readonly StoredCheck[]; watching: number }
const homeStateAtom = atom<HomeState | null>(null)
const newsAtom = atom<readonly string[]>([])

/** The last check of each account, and the news of watches. Null until the log has been read. */
export const checkedAccountsAtom = atom((get) => {
  const state = get(homeStateAtom)
  return state && { ...state, news: get(newsAtom) }
})

/** Reads the accounts from the log. While the log is switched off, there are none. */
export const loadCheckedAccountsAtom = atom(null, async (_get, set) => {
  const isOn = await checkStorageSwitch.isOn()
  const log = isOn ? await readWholeLog() : null
  const accounts = groupByAccount(log?.checks ?? [], []).flatMap(({ entries }) => entries[0]?.check ?? [])
  const watching = (await readAllWatches()).filter(({ confirmedAt }) => confirmedAt === null).length
  storeReservedHomeSpace(watching > 0 ? 'watches' : accounts.length > 0 ? 'accounts' : null)
  set(homeStateAtom, { accounts: accounts.slice(0, ACCOUNTS_MAX), watching })
})

/** Reports the results of watches that ended, and runs the watches' checks that are due, unless the browser ran them in the background. */
export const followWatchesAtom = atom(null, async (_get, set, signal: AbortSignal) => {
  await updateServiceWorkerRegistration()
  const outcomes = await runDueWatches(watchedChecks, readOfferedWatches, signal)
  const ended = (await readAllWatches()).filter(({ confirmedAt }) => confirmedAt !== null)
  const firstLooks = outcomes.flatMap(({ once }) => (once ? [watchText.news.once(once)] : []))
  const told = [...ended.map(watchText.news.confirmed), ...firstLooks]
  if (signal.aborted) return
  set(newsAtom, (before) => [...new Set([...before, ...told])])
  for (const { account } of ended) await removeWatch(account)
  await setAppBadgeCount(0)
  await updateServiceWorkerRegistration()
  await set(loadCheckedAccountsAtom)
})
