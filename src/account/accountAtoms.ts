import { atom } from 'jotai/vanilla'
import { linkKind, parsePostUrl, screenNameFault, screenNameIn } from '../../contract/names.ts'
import type { ScreenNameFault } from '../../contract/names.ts'
import { createFlow } from '../check/createFlow.ts'
import type { Done } from '../check/createFlow.ts'
import type { CheckRun } from '../check/deadlines.ts'
import { lazyModule } from '../lib/loadChunk.ts'
import type { LazyModule } from '../lib/loadChunk.ts'
import type { AccountResult } from './checkAccount.ts'
import { storeEntry, readEntry } from './restored/historyEntry.ts'
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
  leaveAtom,
} = flow

/** The check's code: fetched ahead, or with the first check. */
export const accountCheckModule = lazyModule(async () => (await import('./checkAccount.ts')).checkAccount)
/** The components of the outcome, handed over by the page, and whether they are loaded and a check has begun. */
type OutcomeModule = Pick<LazyModule<unknown>, 'load' | 'loaded'>
const outcomeModuleAtom = atom<OutcomeModule | null>(null)
export const isOutcomeHereAtom = atom(false)

const variantAtom = atom<Variant>('main')

/** Answers that Back can show again: a day's worth of one tab, some 50 KB each at most. */
const ANSWERS_MAX = 20
/** The answers of this page's entries of the tab's history, oldest first; cleared with the variant. */
const answersAtom = atom<readonly Done<AccountQuery, AccountResult>[]>([])
/** The name that had been checked on the open entry, where its answer is gone. */
export const restoredNameAtom = atom<string | null>(null)
/** The account whose answer is shown, be it one of before; null while there is none. */
export const shownNameAtom = atom((get) => {
  const done = get(doneAtom)
  if (done) return done.answer.screenName
  return get(flow.stateAtom) === 'idle' ? get(restoredNameAtom) : null
})

/** The field's text, as typed. */
export const screenNameAtom = atom('')
export const checksPostsAtom = atom(true)
export const includesRepostsAtom = atom(true)
/** What is wrong with the name that was last submitted, until it is changed, and when that was, in Unix milliseconds: each is announced. */
export const faultAtom = atom<{ kind: ScreenNameFault; at: number } | null>(null)
/** How often the URL of a post was submitted: the form asks then what is meant. */
export const postAskedAtom = atom(0)

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
/** Whether a check runs or is answered, and none failed since. */
const hasBegunAtom = atom((get) => get(runningAtom) !== null || (get(doneAtom) !== null && !get(failedAtom)))
/**
 * Whether the form is folded into one line: from the start of a check on, when the page moves by the visitor's own tap, until it fails
 * or the visitor wants another one. Until the parts are loaded that show the check, the form itself shows that it runs.
 */
export const isFoldedAtom = atom((get) => !get(unfoldedAtom) && get(isOutcomeHereAtom) && get(hasBegunAtom))
/** Whether nothing was checked yet: the page then consists of the field and what it promises. */
export const isHomeAtom = atom(
  (get) => get(restoredNameAtom) === null && !(get(isOutcomeHereAtom) && get(flow.stateAtom) !== 'idle'),
)
export const unfoldAtom = atom(null, (_get, set) => set(unfoldedAtom, true))
/** Whether a check of posts runs, or its posts are still to be shown. */
export const awaitsPostsAtom = atom((get) => (get(runningAtom) ?? get(doneAtom))?.asked.posts === true)
/** The name that the shown check was asked about, or is asked about now. */
export const askedNameAtom = atom((get) => get(flow.askedAtom)?.screenName ?? '')

/** Changes the field. What is typed is shown, so the form unfolds. */
export const typeScreenNameAtom = atom(null, (_get, set, typed: string) => {
  set(screenNameAtom, typed)
  set(faultAtom, null)
  set(unfoldedAtom, true)
})

/** Stops the check: the answer of before is shown again, and the form as it was sent. */
export const cancelAtom = atom(null, (_get, set) => {
  set(leaveAtom)
  set(unfoldedAtom, true)
})

/**
 * Shows what belongs to the open entry of the tab's history: its answer or, where that is gone, its name. An entry of its own, which has none, shows
 * the answer that is there already unless its link names another account. Text typed before hydration is replayed afterwards, and takes precedence.
 */
export const showEntryAtom = atom(null, (get, set) => {
  const entry = readEntry()
  // While a check runs, the router may still be drawing the entry of the answer before: that stops nothing.
  const shown = get(doneAtom) ?? get(runningAtom)?.previous
  if (!entry || entry.isWanted) {
    const linked = screenNameIn(new URLSearchParams(location.search).get('screen_name') ?? '')
    if (linked === '' || linked === get(askedNameAtom)) return
    set(leaveAtom)
    set(flow.showAtom, null)
    set(restoredNameAtom, null)
    set(typeScreenNameAtom, linked)
    return
  }
  if (entry.endedAt !== undefined && entry.endedAt === shown?.endedAt) return
  const answer = get(answersAtom).find(({ endedAt }) => endedAt === entry.endedAt) ?? null
  // A new entry that shows the answer of the one before it.
  if (!answer && shown?.answer.screenName === entry.checked) return
  const isFilledIn = ['', get(restoredNameAtom)].includes(get(screenNameAtom))
  set(flow.showAtom, answer)
  set(restoredNameAtom, entry.checked)
  if (answer || shown || isFilledIn) set(typeScreenNameAtom, entry.checked)
  if (answer) set(unfoldedAtom, false)
})

/** When the answers came that are steps of the tab's history, in Unix milliseconds. */
const stepsAtom = atom<ReadonlySet<number>>(new Set<number>())

/**
 * The shown answer where the open entry of the tab's history does not hold it yet, and whether that holds another one. Each answer is a step
 * once: who goes back moves the entry before the answer.
 */
export const unheldAnswerAtom = atom(null, (get, set) => {
  const done = get(doneAtom)
  const entry = readEntry()
  if (!done || entry?.isWanted || entry?.endedAt === done.endedAt) return null
  const { endedAt, answer } = done
  const isFurther = entry?.endedAt !== undefined
  if (isFurther && get(stepsAtom).has(endedAt)) return null
  set(stepsAtom, new Set([...get(stepsAtom), endedAt]))
  return { checked: answer.screenName, endedAt, isFurther }
})

/** Starts a check, unless one runs. The answer of before stays should it fail or be stopped. */
const startAtom = atom(null, async (get, set, query: AccountQuery) => {
  if (get(runningAtom)) return
  const outcomeModule = get(outcomeModuleAtom)
  set(isOutcomeHereAtom, outcomeModule?.loaded() !== undefined)
  const previous = get(doneAtom)
  // The page may be left before it has rendered anything.
  if (!previous && readEntry()?.endedAt === undefined) storeEntry({ checked: query.screenName })
  const job = async (run: CheckRun) => {
    const keep = () => writeAddress(query.screenName)
    const [checkAccount] = await Promise.all([accountCheckModule.load(keep), outcomeModule?.load(keep)])
    set(isOutcomeHereAtom, true)
    return await checkAccount(query, run)
  }
  await set(flow.runAtom, query, job, previous)
  const done = get(doneAtom)
  if (done && done.endedAt !== previous?.endedAt)
    set(answersAtom, [...get(answersAtom), done].slice(-ANSWERS_MAX))
})

/** Starts the check of what is typed. None starts while one runs, or when the name is not valid; the URL of a post is asked about. */
export const submitAtom = atom(null, async (get, set) => {
  if (!get(canSubmitAtom)) return
  if (get(typedPostAtom) !== null) {
    set(postAskedAtom, get(postAskedAtom) + 1)
    return
  }
  const query: AccountQuery = {
    variant: get(variantAtom),
    screenName: screenNameIn(get(screenNameAtom)),
    posts: get(checksPostsAtom),
    reposts: get(includesRepostsAtom),
  }
  const fault = screenNameFault(query.screenName)
  set(faultAtom, fault && { kind: fault, at: Date.now() })
  if (fault) return
  set(screenNameAtom, query.screenName)
  set(unfoldedAtom, false)
  await set(startAtom, query)
})

/** Asks once more exactly what failed. What was typed since stays as it is. */
export const retryAtom = atom(null, async (get, set) => {
  const failed = get(failedAtom)
  if (!failed || get(runningAtom)) return
  set(unfoldedAtom, get(screenNameAtom) !== failed.asked.screenName)
  await set(startAtom, failed.asked)
})

/** Asks once more what the shown answer was asked for, whatever the form holds by now. */
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
export const enterAtom = atom(null, (get, set, variant: Variant, outcomeModule: OutcomeModule) => {
  set(outcomeModuleAtom, outcomeModule)
  if (get(variantAtom) === variant) return
  set(flow.showAtom, null)
  set(answersAtom, [])
  set(variantAtom, variant)
})

/** Writes the screen name into the address bar, from which a reloaded page is prefilled. */
function writeAddress(screenName: string): void {
  history.replaceState(history.state, '', `?screen_name=${encodeURIComponent(screenName)}`)
}
