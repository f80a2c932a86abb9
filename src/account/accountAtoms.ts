import { atom } from 'jotai/vanilla'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { screenNameIn } from '../../contract/screenNameIn.ts'
import { screenNameFault } from '../../contract/screenNameFault.ts'
import type { ScreenNameFault } from '../../contract/screenNameFault.ts'
import { toFailure } from '../check/failure.ts'
import type { Failure } from '../check/failure.ts'
import { inState } from '../check/inState.ts'
import { createPart } from '../load/createPart.ts'
import type { Part } from '../load/createPart.ts'
import type { Stage } from '../check/stage.ts'
import type { AccountResult } from './checkAccount.ts'
import type { AccountQuery, Variant } from './query.ts'

type AccountFlow =
  | { state: 'idle' }
  | { state: 'running'; query: AccountQuery; stage: Stage; controller: AbortController }
  | { state: 'done'; query: AccountQuery; result: AccountResult; at: number }
  | { state: 'failed'; query: AccountQuery; failure: Failure; at: number }

/** The check's code: fetched ahead, or with the first check. */
export const accountCheckPart = createPart(async () => (await import('./checkAccount.ts')).checkAccount)
/** The components of the outcome, handed over by the page, and whether they are loaded and a check has begun. */
type OutcomePart = Pick<Part<unknown>, 'load' | 'loaded'>
const outcomePartAtom = atom<OutcomePart | null>(null)
export const isOutcomeHereAtom = atom(false)

const IDLE: AccountFlow = { state: 'idle' }
const flowAtom = atom<AccountFlow>(IDLE)
const variantAtom = atom<Variant>('main')

/** The field's text, as typed. */
export const screenNameAtom = atom('')
export const checksPostsAtom = atom(true)
export const includesRepostsAtom = atom(true)
/** What is wrong with the name that was last submitted, until it is changed. */
export const faultAtom = atom<ScreenNameFault | null>(null)

export const runningAtom = inState(flowAtom, 'running')
export const doneAtom = inState(flowAtom, 'done')
export const failedAtom = inState(flowAtom, 'failed')
/** The field's text if it is the URL of a post, else null. */
export const typedPostAtom = atom((get) => {
  const typed = get(screenNameAtom).normalize('NFKC').trim()
  return parsePostUrl(typed) ? typed : null
})
export const flowStateAtom = atom((get) => get(flowAtom).state)
export const canSubmitAtom = atom((get) => get(screenNameAtom) !== '' && get(runningAtom) === null)

export const typeScreenNameAtom = atom(null, (_get, set, typed: string) => {
  set(screenNameAtom, typed)
  set(faultAtom, null)
})

/** Fills the field from a link's `?screen_name=`. Text typed before hydration is replayed afterwards, and takes precedence. */
export const prefillAtom = atom(null, (_get, set, linked: string | null) => {
  if (linked) set(typeScreenNameAtom, screenNameIn(linked))
})

/** Starts the check of what is typed. While one runs, or when the name is not valid, none starts. */
export const submitAtom = atom(null, async (get, set) => {
  if (!get(canSubmitAtom)) return
  const query: AccountQuery = {
    variant: get(variantAtom),
    screenName: screenNameIn(get(screenNameAtom)),
    posts: get(checksPostsAtom),
    reposts: get(includesRepostsAtom),
  }
  const fault = screenNameFault(query.screenName)
  set(faultAtom, fault)
  if (fault) return
  set(screenNameAtom, query.screenName)
  const controller = new AbortController()
  const startedAt = performance.now()
  const report = (stage: Stage) => {
    if (!controller.signal.aborted) set(flowAtom, { state: 'running', query, stage, controller })
  }
  report({ name: 'ip' })
  const outcomePart = get(outcomePartAtom)
  set(isOutcomeHereAtom, outcomePart?.loaded() !== undefined)
  try {
    const keep = () => keepInAddress(query.screenName)
    const [checkAccount] = await Promise.all([accountCheckPart.load(keep), outcomePart?.load(keep)])
    set(isOutcomeHereAtom, true)
    const result = await checkAccount(query, { startedAt, signal: controller.signal, report })
    if (!controller.signal.aborted) set(flowAtom, { state: 'done', query, result, at: Date.now() })
  } catch (error) {
    if (controller.signal.aborted) return
    set(flowAtom, { state: 'failed', query, failure: toFailure(error), at: Date.now() })
  }
})

/** Stops a running check without changing the screen, since the page is being frozen. `cancelAtom` follows when it comes back. */
export const haltAtom = atom(null, (get) => get(runningAtom)?.controller.abort())

/** Stops a running check: the cancel button, leaving the page, the page's return from the back-forward cache. */
export const cancelAtom = atom(null, (get, set) => {
  const running = get(runningAtom)
  if (!running) return
  running.controller.abort()
  set(flowAtom, IDLE)
})

/** Switches the page to a variant, and clears the other variant's outcome. */
export const enterAtom = atom(null, (get, set, variant: Variant, outcomePart: OutcomePart) => {
  set(outcomePartAtom, outcomePart)
  if (get(variantAtom) === variant) return
  set(cancelAtom)
  set(variantAtom, variant)
  set(flowAtom, IDLE)
})

/** Writes the screen name into the address bar, from which a reloaded page is prefilled. */
function keepInAddress(screenName: string): void {
  history.replaceState(history.state, '', `?screen_name=${encodeURIComponent(screenName)}`)
}
