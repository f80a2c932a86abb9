import { atom } from 'jotai/vanilla'
import { screenNameOrNull, screenNameFault } from '../../contract/screenName.ts'
import { holdLock, isDuplicateOfRunning } from '../check/otherTab.ts'
import { lazyModule } from '../lib/loadChunk.ts'
import type { LazyModule } from '../lib/loadChunk.ts'
import type { AccountQuery, AccountPageVariant } from './checkAccount.ts'
import { accountFlow } from './accountFlow.ts'
import {
  checksPostsAtom,
  screenNameFaultAtom,
  includesRepostsAtom,
  nameChoicesAtom,
  fillInFormAtom,
  formOfferCountAtom,
  readScreenNameAtom,
  screenNameAtom,
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
export const hasCheckBegunAtom = atom((get) => !get(isStartViewAtom) && get(accountFlow.stateAtom) !== 'idle')
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
  const running = set(
    accountFlow.runAtom,
    query,
    async (run) => {
      const [checkAccount] = await Promise.all([accountCheckModule.load(), outcomeModule?.load()])
      set(isResultModuleLoadedAtom, true)
      return await checkAccount(query, run)
    },
    get(doneAtom),
  )
  holdLock(lockOf(query), running)
  const ended = await running
  // A check whose page was left starts again when the visitor comes back. The calls of such a page may fail before it is told that it is left,
  // but no timer of it runs any more.
  if (ended?.state === 'failed')
    setTimeout(() => {
      if (get(failedAtom) === ended) storeTabCheck(query, false)
    })
  if (ended?.state === 'done') removeTabCheck()
})

export const submitFormAtom = atom(null, async (get, set) => {
  if (!get(canSubmitAtom)) return
  const screenName = screenNameOrNull(get(screenNameAtom)) ?? (await set(readScreenNameAtom))
  // Another check may have begun while the code that reads the text was loaded.
  if (screenName === null || !get(canSubmitAtom)) return
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

/** Checks an account with the given options, which the form then shows. Does nothing while a check is running. */
export const checkWithOptionsAtom = atom(null, async (get, set, options: AccountCheckOptions) => {
  if (get(runningAtom)) return
  set(fillInFormAtom, options)
  const { screenName, posts, reposts } = options
  await set(startAtom, { variant: get(variantAtom), screenName, posts, reposts })
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
