import { atom } from 'jotai/vanilla'
import { toFailure } from '../../check/createFlow.ts'
import { storeReservedHomeSpace } from '../../lib/homeRoom.ts'
import { groupByAccount, changeSentence } from '../../results/changes.ts'
import { checkStorageSwitch } from '../../storage/database.ts'
import { accountKey } from '../../storage/records.ts'
import type { StoredCheck } from '../../storage/records.ts'
import { readCheckBefore, storeCheck, readWholeLog } from '../../storage/stores.ts'
import { homeText } from '../../text/home.ts'
import { watchText } from '../../text/watch.ts'
import { setAppBadgeCount, updateServiceWorkerRegistration } from '../../watch/registration.ts'
import { runDueWatches } from '../../watch/runWatches.ts'
import { readAllWatches, removeWatch } from '../../watch/watchStore.ts'
import { accountCheckModule } from '../accountAtoms.ts'
import { readOfferedWatches, watchedChecks } from '../checkWatched.ts'
import { checksPostsAtom, includesRepostsAtom } from '../formAtoms.ts'
import { toFinishedCheck } from '../finishedCheck.ts'

/** Maximum number of accounts below the field; the one checked last comes first. */
const ACCOUNTS_MAX = 5
/** Maximum number of accounts that one press checks again, one after the other. */
export const CHECK_AGAIN_ACCOUNTS_MAX = 3

type HomeState = { accounts: readonly StoredCheck[]; watching: number }
const homeStateAtom = atom<HomeState | null>(null)
const newsAtom = atom<readonly string[]>([])
const runningAtom = atom<string | null>(null)

/** The last check of each account, what changed, and the name that is being checked again. Null until the log has been read. */
export const checkedAccountsAtom = atom((get) => {
  const state = get(homeStateAtom)
  return state && { ...state, news: get(newsAtom), running: get(runningAtom) }
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

/** Checks accounts again, one after the other, and reports what changed. It stops at the first failure. */
export const checkAgainInPlaceAtom = atom(
  null,
  async (get, set, names: readonly string[], signal: AbortSignal) => {
    const reposts = get(includesRepostsAtom)
    const sentences: string[] = []
    for (const screenName of names) {
      set(runningAtom, screenName)
      try {
        const query = { variant: 'main', screenName, posts: get(checksPostsAtom), reposts } as const
        const run = { startedAt: performance.now(), signal, report: () => undefined }
        const checkAccount = await accountCheckModule.load()
        const result = await checkAccount(query, run)
        const check = toFinishedCheck(result, query, Date.now())
        if (check.limited) throw new Error('X takes no more searches')
        const before = await readCheckBefore(check)
        // The check is stored even if the account's older checks were deleted meanwhile: the visitor started this check.
        await storeCheck({ ...check, ticks: [] })
        const change = before ? changeSentence(before, check) : homeText.first
        sentences.push(homeText.change(check.sandbox, screenName, change))
      } catch (error) {
        if (signal.aborted) break
        sentences.push(homeText.failed(screenName, toFailure(error).kind === 'offline'))
        break
      } finally {
        set(runningAtom, null)
      }
      set(newsAtom, sentences)
      await set(loadCheckedAccountsAtom)
    }
    set(newsAtom, sentences)
  },
)

/** Whether two names are the same account. X ignores their case. */
export function isSameAccount(one: string, other: string | null): boolean {
  return other !== null && accountKey(one) === accountKey(other)
}
