import { atom } from 'jotai/vanilla'
import { linkKind, parsePostUrl, screenNameFault, screenNameIn } from '../../contract/names.ts'
import type { ScreenNameFault } from '../../contract/names.ts'
import { createFlow } from '../check/createFlow.ts'
import { createPart } from '../lib/loadChunk.ts'
import type { Part } from '../lib/loadChunk.ts'
import type { AccountResult } from './checkAccount.ts'
import { keepNameOfEntry, nameOfEntry } from './earlier/historyEntry.ts'
import type { AccountQuery, Variant } from './query.ts'

const flow = createFlow<AccountQuery, AccountResult>()
export const {
  stateAtom: flowStateAtom,
  runningAtom,
  doneAtom,
  failedAtom,
  askedAtom,
  announcementAtom,
  haltAtom,
  leaveAtom: cancelAtom,
} = flow

/** The check's code: fetched ahead, or with the first check. */
export const accountCheckPart = createPart(async () => (await import('./checkAccount.ts')).checkAccount)
/** The components of the outcome, handed over by the page, and whether they are loaded and a check has begun. */
type OutcomePart = Pick<Part<unknown>, 'load' | 'loaded'>
const outcomePartAtom = atom<OutcomePart | null>(null)
export const isOutcomeHereAtom = atom(false)

const variantAtom = atom<Variant>('main')

/** The states of a check in which the form is out of the way. */
const FOLDING: ReadonlySet<string> = new Set(['running', 'done'])

/** The field's text, as typed. */
export const screenNameAtom = atom('')
export const checksPostsAtom = atom(true)
export const includesRepostsAtom = atom(true)
/** What is wrong with the name that was last submitted, until it is changed. */
export const faultAtom = atom<ScreenNameFault | null>(null)

/** The field's text if it is the URL of a post, else null. */
export const typedPostAtom = atom((get) => {
  const typed = get(screenNameAtom).normalize('NFKC').trim()
  return parsePostUrl(typed) ? typed : null
})
/** What help a typed link needs that names no account: one of X's short links, or another site's; null for anything else. */
export const strangeLinkAtom = atom((get) => {
  const kind = linkKind(get(screenNameAtom).trim())
  return kind === 'x' ? null : kind
})
export const canSubmitAtom = atom((get) => get(screenNameAtom) !== '' && get(runningAtom) === null)

/** Whether the form is shown in full although a check has begun. */
const unfoldedAtom = atom(false)
/**
 * Whether the form is folded into one line: from the start of a check on, when the page moves by the visitor's own tap, until it fails
 * or the visitor wants another one. Until the parts are loaded that show the check, the form itself shows that it runs.
 */
export const isFoldedAtom = atom(
  (get) => !get(unfoldedAtom) && get(isOutcomeHereAtom) && FOLDING.has(get(flow.stateAtom)),
)
export const unfoldAtom = atom(null, (_get, set) => set(unfoldedAtom, true))
/** Whether a check of posts runs, or its posts are still to be shown. */
export const awaitsPostsAtom = atom(
  (get) => FOLDING.has(get(flow.stateAtom)) && get(flow.askedAtom)?.posts === true,
)
/** The name that the shown check was asked about, or is asked about now. */
export const askedNameAtom = atom((get) => get(flow.askedAtom)?.screenName ?? '')

/** Changes the field. What is typed is shown, so the form unfolds. */
export const typeScreenNameAtom = atom(null, (_get, set, typed: string) => {
  set(screenNameAtom, typed)
  set(faultAtom, null)
  set(unfoldedAtom, true)
})

/** Fills the field from a link's `?screen_name=`. Text typed before hydration is replayed afterwards, and takes precedence. */
export const prefillAtom = atom(null, (get, set, linked: string | null) => {
  const name = linked && screenNameIn(linked)
  // The check of this name is on the page already.
  if (!name || name === get(askedNameAtom)) return
  set(typeScreenNameAtom, name)
})

/** Puts the name that had been checked on this page's entry back into the field, unless something stands there. */
const comeBackAtom = atom(null, (get, set, checked: string) => {
  if (get(screenNameAtom) === '') set(typeScreenNameAtom, checked)
})

/** Fills the field from what the tab's history or the link holds. */
export const fillAtom = atom(null, (_get, set) => {
  const checked = nameOfEntry()
  if (checked) set(comeBackAtom, checked)
  else set(prefillAtom, new URLSearchParams(location.search).get('screen_name'))
})

/** Keeps the name that is being checked, or was last, with the entry that the tab's history has by now. */
export const rememberAtom = atom(null, (get) => {
  const asked = get(askedAtom)
  if (asked) keepNameOfEntry(asked.screenName)
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
  set(unfoldedAtom, false)
  const outcomePart = get(outcomePartAtom)
  set(isOutcomeHereAtom, outcomePart?.loaded() !== undefined)
  // The page may be left before it has rendered anything.
  keepNameOfEntry(query.screenName)
  await set(flow.runAtom, query, async (run) => {
    const keep = () => keepInAddress(query.screenName)
    const [checkAccount] = await Promise.all([accountCheckPart.load(keep), outcomePart?.load(keep)])
    set(isOutcomeHereAtom, true)
    return await checkAccount(query, run)
  })
})

/** Asks once more what was asked last, whatever the form holds by now. */
export const repeatAtom = atom(null, async (get, set) => {
  const asked = get(flow.askedAtom)
  if (!asked || get(runningAtom)) return
  set(typeScreenNameAtom, asked.screenName)
  set(checksPostsAtom, asked.posts)
  set(includesRepostsAtom, asked.reposts)
  await set(submitAtom)
})

/** Checks a name that was checked before. */
export const checkAgainAtom = atom(null, async (_get, set, name: string) => {
  set(typeScreenNameAtom, name)
  await set(submitAtom)
})

/** Switches the page to a variant, and clears the other variant's outcome. */
export const enterAtom = atom(null, (get, set, variant: Variant, outcomePart: OutcomePart) => {
  set(outcomePartAtom, outcomePart)
  if (get(variantAtom) === variant) return
  set(flow.clearAtom)
  set(variantAtom, variant)
})

/** Writes the screen name into the address bar, from which a reloaded page is prefilled. */
function keepInAddress(screenName: string): void {
  history.replaceState(history.state, '', `?screen_name=${encodeURIComponent(screenName)}`)
}
