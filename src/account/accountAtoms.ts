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
  nameChoicesAtom,
  setCheckOptionsAtom,
  formOfferCountAtom,
  readScreenNameAtom,
  screenNameAtom,
  typeScreenNameAtom,
  typedPostAtom,
} from './formAtoms.ts'
import { addressedNameAtom, fillInTabCheckAtom, forgetResultsAtom } from './address.ts'
import { mayResume, readTabCheck, removeTabCheck, storeTabCheck } from './tabCheck.ts'
import type { AccountCheckOptions } from './tabCheck.ts'

const { runningAtom, doneAtom, failedAtom } = accountFlow

export const accountCheckModule = lazyModule(async () => (await import('./checkAccount.ts')).checkAccount)
type OutcomeModule = Pick<LazyModule<unknown>, 'load' | 'loaded'>
const outcomeModuleAtom = atom<OutcomeModule | null>(null)
/** Whether a check has begun and the code of the result cards is loaded. */
export const isResultModuleLoadedAtom = atom(false)
const variantAtom = atom<AccountPageVariant>('main')

export const canSubmitAtom = atom((get) => get(screenNameAtom) !== '' && get(runningAtom) === null)

/** Whether the page shows its start view, with neither a check nor a result that is shown or restored. */
export const isStartViewAtom = atom(
  (get) =>
    get(addressedNameAtom) === null &&
    !(get(isResultModuleLoadedAtom) && get(accountFlow.stateAtom) !== 'idle'),
)
export const asksForPostsAtom = atom((get) => (get(runningAtom) ?? get(doneAtom))?.query.posts === true)

export const cancelCheckAtom = atom(null, (get, set) => {
  const running = get(runningAtom)
  if (running) storeTabCheck(running.query, false)
  set(accountFlow.cancelAtom)
})

/** The name of the lock that a tab holds while it checks an account. */
const lockOf = ({ screenName }: AccountCheckOptions) => `account ${screenName}`

/** Starts a check. The previous result stays if the check fails or is cancelled. */
const startAtom = atom(null, async (get, set, query: AccountQuery) => {
  const outcomeModule = get(outcomeModuleAtom)
  set(isResultModuleLoadedAtom, outcomeModule?.loaded() !== undefined)
  // It is stored now, because the visitor may leave the page before it renders anything.
  storeTabCheck(query, true)
  const check = async (run: CheckRunContext) => {
    try {
      const [checkAccount] = await Promise.all([accountCheckModule.load(), outcomeModule?.load()])
      set(isResultModuleLoadedAtom, true)
      const result = await checkAccount(query, run)
      if (!run.signal.aborted) removeTabCheck()
      return result
    } catch (error) {
      // A check that was aborted because its page was left starts again when the visitor comes back.
      if (!run.signal.aborted) storeTabCheck(query, false)
      throw error
    }
  }
  const checkWithLock = (run: CheckRunContext) => runWithLock(lockOf(query), () => check(run))
  await set(accountFlow.runAtom, query, checkWithLock, get(doneAtom))
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

/** Starts the check that was running when its page was reloaded or discarded. In a duplicate of the tab that is checking the account, and in a new visit, the form is filled in only. */
export const resumeCheckAtom = atom(null, async (get, set) => {
  const stored = readTabCheck()
  if (!stored || get(runningAtom)) return
  const { options, isRunning } = stored
  if (isRunning && mayResume() && !(await isDuplicateOfRunning(lockOf(options))))
    await set(checkWithOptionsAtom, options)
  else set(fillInTabCheckAtom)
})

export const enterAccountPageAtom = atom(
  null,
  (get, set, variant: AccountPageVariant, outcomeModule: OutcomeModule) => {
    set(outcomeModuleAtom, outcomeModule)
    if (get(variantAtom) === variant) return
    set(forgetResultsAtom)
    set(variantAtom, variant)
  },
)
