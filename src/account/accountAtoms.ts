import { atom } from 'jotai/vanilla'
import { screenNameOrNull, screenNameFault } from '../../contract/screenName.ts'
import type { CheckRunContext } from '../check/deadlines.ts'
import { isDuplicateOfRunning, runWithLock } from '../check/otherTab.ts'
import { lazyModule } from '../lib/loadChunk.ts'
import type { LazyModule } from '../lib/loadChunk.ts'
import type { AccountQuery, AccountPageVariant } from './checkAccount.ts'
import { accountFlow } from './accountFlow.ts'
import {
  checksPostsAtom,
  screenNameFaultAtom,
  includesRepostsAtom,
  saveNameInUrl,
  nameChoicesAtom,
  setCheckOptionsAtom,
  formOfferCountAtom,
  readScreenNameAtom,
  screenNameAtom,
  typeScreenNameAtom,
  typedPostAtom,
} from './formAtoms.ts'
import { readHistoryEntry, resultsInHistoryAtom, restoredNameAtom, saveHistoryEntry } from './historyEntry.ts'
import type { AccountCheckOptions } from './historyEntry.ts'

const { runningAtom, doneAtom, failedAtom } = accountFlow

export const accountCheckModule = lazyModule(async () => (await import('./checkWithLog.ts')).checkWithLog)
type OutcomeModule = Pick<LazyModule<unknown>, 'load' | 'loaded'>
const outcomeModuleAtom = atom<OutcomeModule | null>(null)
/** Whether a check has begun and the code of the result cards is loaded. */
export const isResultModuleLoadedAtom = atom(false)
const variantAtom = atom<AccountPageVariant>('main')

export const canSubmitAtom = atom((get) => get(screenNameAtom) !== '' && get(runningAtom) === null)

/** Whether the page shows its start view (`data-view="home"`), with neither a check nor a result that is shown or restored. */
export const isStartViewAtom = atom(
  (get) =>
    get(restoredNameAtom) === null &&
    !(get(isResultModuleLoadedAtom) && get(accountFlow.stateAtom) !== 'idle'),
)
export const asksForPostsAtom = atom((get) => (get(runningAtom) ?? get(doneAtom))?.query.posts === true)

export const cancelCheckAtom = atom(null, (_get, set) => {
  set(accountFlow.cancelAtom)
  saveNext(undefined)
})

/** Saves in the current entry which check starts again if the page is reloaded, e.g. after the browser discarded the tab. */
function saveNext(next: AccountCheckOptions | undefined): void {
  const entry = readHistoryEntry()
  const checked = entry?.checked ?? next
  if (checked) saveHistoryEntry({ ...entry, checked, next })
}

/** The name of the lock that a tab holds while it checks an account. */
const lockOf = ({ screenName }: AccountCheckOptions) => `account ${screenName}`

/** Starts a check. The previous result stays if the check fails or is cancelled. */
const startAtom = atom(null, async (get, set, query: AccountQuery) => {
  const outcomeModule = get(outcomeModuleAtom)
  set(isResultModuleLoadedAtom, outcomeModule?.loaded() !== undefined)
  const previous = get(doneAtom)
  const { screenName, posts, reposts } = query
  const options = { screenName, posts, reposts }
  // It is saved now, because the visitor may leave the page before it renders anything.
  if (!previous && readHistoryEntry()?.endedAt === undefined)
    saveHistoryEntry({ checked: options, next: options })
  else saveNext(options)
  const job = async (run: CheckRunContext) => {
    const keep = () => saveNameInUrl(screenName)
    try {
      const [checkAccount] = await Promise.all([accountCheckModule.load(keep), outcomeModule?.load(keep)])
      set(isResultModuleLoadedAtom, true)
      return await checkAccount(query, run)
    } finally {
      // A check that was aborted because its page was left starts again when the visitor comes back.
      if (!run.signal.aborted) saveNext(undefined)
    }
  }
  const jobWithLock = (run: CheckRunContext) => runWithLock(lockOf(query), () => job(run))
  await set(accountFlow.runAtom, query, jobWithLock, previous)
  const done = get(doneAtom)
  if (done && done.endedAt !== previous?.endedAt) set(resultsInHistoryAtom, done)
})

export const submitFormAtom = atom(null, async (get, set) => {
  if (!get(canSubmitAtom)) return
  const screenName = screenNameOrNull(get(screenNameAtom)) ?? (await set(readScreenNameAtom))
  // Another check may have begun while the code that reads the text was loaded.
  if (!get(canSubmitAtom)) return
  if (get(typedPostAtom) !== null || get(nameChoicesAtom).length > 0) {
    set(formOfferCountAtom, get(formOfferCountAtom) + 1)
    return
  }
  const query: AccountQuery = {
    variant: get(variantAtom),
    screenName,
    posts: get(checksPostsAtom),
    reposts: get(includesRepostsAtom),
  }
  const fault = screenNameFault(query.screenName)
  set(screenNameFaultAtom, fault && { kind: fault, at: Date.now() })
  if (fault) return
  set(screenNameAtom, query.screenName)
  await set(startAtom, query)
})

/** Starts the check that failed again, whatever has been typed meanwhile. */
export const retryFailedCheckAtom = atom(null, async (get, set) => {
  const failed = get(failedAtom)
  if (!failed) return
  await set(startAtom, failed.query)
})

/** Checks the account of the shown result or failure again, with the same options, unless a check is running. */
export const recheckShownAccountAtom = atom(null, async (get, set) => {
  const options = get(accountFlow.queryAtom)
  if (!options || get(runningAtom)) return
  await set(checkWithOptionsAtom, options)
})

/** Checks an account with the options of the form. */
export const checkNameAtom = atom(null, async (_get, set, name: string) => {
  set(typeScreenNameAtom, name)
  await set(submitFormAtom)
})

/** Checks an account with the given options, which the form then shows. */
export const checkWithOptionsAtom = atom(null, async (_get, set, options: AccountCheckOptions) => {
  set(setCheckOptionsAtom, options)
  await set(checkNameAtom, options.screenName)
})

/**
 * Starts the check that the opened entry asks for. If the visitor comes back to an entry whose check failed on this page, its failure stays.
 * In a duplicate of the tab that is checking the account, the form is filled in only.
 */
export const startNextCheckAtom = atom(null, async (get, set, next: AccountCheckOptions, isBack: boolean) => {
  if (isBack && (await isDuplicateOfRunning(lockOf(next)))) {
    set(setCheckOptionsAtom, next)
    set(typeScreenNameAtom, next.screenName)
    saveNext(undefined)
    return
  }
  const failed = get(failedAtom)?.query
  const hasFailed =
    failed?.screenName === next.screenName && failed.posts === next.posts && failed.reposts === next.reposts
  if (!isBack || !hasFailed) await set(checkWithOptionsAtom, next)
})

export const enterAccountPageAtom = atom(
  null,
  (get, set, variant: AccountPageVariant, outcomeModule: OutcomeModule) => {
    set(outcomeModuleAtom, outcomeModule)
    if (get(variantAtom) === variant) return
    set(accountFlow.setResultAtom, null)
    set(resultsInHistoryAtom, null)
    set(variantAtom, variant)
  },
)
