import { atom } from 'jotai/vanilla'
import {
  linkKind,
  parsePostUrl,
  screenNameChoices,
  screenNameFault,
  screenNameIn,
  withoutMirror,
} from '../../contract/names.ts'
import type { ScreenNameFault } from '../../contract/names.ts'
import { createFlow } from '../check/createFlow.ts'
import type { Done } from '../check/createFlow.ts'
import type { CheckRun } from '../check/deadlines.ts'
import { lazyModule, whenIdle } from '../lib/loadChunk.ts'
import type { LazyModule } from '../lib/loadChunk.ts'
import type { AccountQuery, AccountResult, Variant } from './checkAccount.ts'

export const accountFlow = createFlow<AccountQuery, AccountResult>()
const { runningAtom, doneAtom, failedAtom, leaveAtom } = accountFlow

export const accountCheckModule = lazyModule(async () => (await import('./checkAccount.ts')).checkAccount)
type OutcomeModule = Pick<LazyModule<unknown>, 'load' | 'loaded'>
const outcomeModuleAtom = atom<OutcomeModule | null>(null)
/** Whether they are loaded, and a check has begun. */
export const isOutcomeHereAtom = atom(false)
const variantAtom = atom<Variant>('main')

/** Answers that Back can show again, some 50 KB each at most. */
const ANSWERS_MAX = 20
/** Oldest first; cleared with the variant. */
const answersAtom = atom<readonly Done<AccountQuery, AccountResult>[]>([])
export const restoredNameAtom = atom<string | null>(null)
export const shownNameAtom = atom((get) => {
  const done = get(doneAtom)
  if (done) return done.answer.screenName
  return get(accountFlow.stateAtom) === 'idle' ? get(restoredNameAtom) : null
})

export const screenNameAtom = atom('')
export const checksPostsAtom = atom(true)
export const includesRepostsAtom = atom(true)
/** What is wrong with the name that was last submitted. `at` tells one submit from the next: each is announced. */
export const faultAtom = atom<{ kind: ScreenNameFault; at: number } | null>(null)
/** How many submits led to an offer below the field instead of a check; each moves the focus there. */
export const postAskedAtom = atom(0)

export const typedPostAtom = atom((get) => {
  const typed = withoutMirror(get(screenNameAtom).normalize('NFKC').trim())
  return parsePostUrl(typed) ? typed : null
})
export const typedLinkAtom = atom((get) => {
  const kind = linkKind(get(screenNameAtom).trim())
  return kind === 'x' ? null : kind
})
/** The accounts that a pasted text may mean, if it does not say which one. */
export const nameChoicesAtom = atom((get) => screenNameChoices(get(screenNameAtom)))
export const canSubmitAtom = atom((get) => get(screenNameAtom) !== '' && get(runningAtom) === null)

const unfoldedAtom = atom(false)
/** Whether the form is folded into one line: from the start of a check on, once what shows it is loaded, until it fails or another one is wanted. */
export const isFoldedAtom = atom((get) => {
  if (get(unfoldedAtom) || !get(isOutcomeHereAtom)) return false
  return get(runningAtom) !== null || (get(doneAtom) !== null && !get(failedAtom))
})
export const isHomeAtom = atom(
  (get) =>
    get(restoredNameAtom) === null && !(get(isOutcomeHereAtom) && get(accountFlow.stateAtom) !== 'idle'),
)
export const unfoldAtom = atom(null, (_get, set) => set(unfoldedAtom, true))
export const awaitsPostsAtom = atom((get) => (get(runningAtom) ?? get(doneAtom))?.asked.posts === true)
export const askedNameAtom = atom((get) => get(accountFlow.askedAtom)?.screenName ?? '')

export const typeScreenNameAtom = atom(null, (_get, set, typed: string) => {
  set(screenNameAtom, typed)
  set(faultAtom, null)
  set(unfoldedAtom, true)
})

export const cancelAtom = atom(null, (_get, set) => {
  set(leaveAtom)
  set(unfoldedAtom, true)
})

/** Shows the answer of the open entry of the tab's history or, where that is gone, its name. Text typed before hydration is replayed later, and wins. */
export const showEntryAtom = atom(null, (get, set) => {
  const entry = readEntry()
  // While a check runs, the router may still be drawing the entry of the answer before: that stops nothing.
  const shown = get(doneAtom) ?? get(runningAtom)?.previous
  if (!entry || entry.isWanted) {
    const linked = screenNameIn(new URLSearchParams(location.search).get('screen_name') ?? '')
    if (linked === '' || linked === get(askedNameAtom)) return
    set(leaveAtom)
    set(accountFlow.showAtom, null)
    set(restoredNameAtom, null)
    set(typeScreenNameAtom, linked)
    return
  }
  if (entry.endedAt !== undefined && entry.endedAt === shown?.endedAt) return
  const answer = get(answersAtom).find(({ endedAt }) => endedAt === entry.endedAt) ?? null
  // A new entry that shows the answer of the one before it.
  if (!answer && shown?.answer.screenName === entry.checked) return
  const isFilledIn = ['', get(restoredNameAtom)].includes(get(screenNameAtom))
  set(accountFlow.showAtom, answer)
  set(restoredNameAtom, entry.checked)
  if (answer || shown || isFilledIn) set(typeScreenNameAtom, entry.checked)
  if (answer) set(unfoldedAtom, false)
})

/** When the answers came that are entries of the tab's history, in Unix milliseconds. */
const stepsAtom = atom<ReadonlySet<number>>(new Set<number>())

/** The shown answer where the open entry does not hold it yet; `isFurther` where that holds another one. Each answer becomes an entry once. */
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

/** The answer of before stays should the check fail or be stopped. */
const startAtom = atom(null, async (get, set, query: AccountQuery) => {
  const outcomeModule = get(outcomeModuleAtom)
  set(isOutcomeHereAtom, outcomeModule?.loaded() !== undefined)
  const previous = get(doneAtom)
  // The page may be left before it has rendered anything.
  if (!previous && readEntry()?.endedAt === undefined) storeEntry({ checked: query.screenName })
  const job = async (run: CheckRun) => {
    // A reloaded page is prefilled from its address.
    const keep = () =>
      history.replaceState(history.state, '', `?screen_name=${encodeURIComponent(query.screenName)}`)
    const [checkAccount] = await Promise.all([accountCheckModule.load(keep), outcomeModule?.load(keep)])
    set(isOutcomeHereAtom, true)
    return await checkAccount(query, run)
  }
  await set(accountFlow.runAtom, query, job, previous)
  const done = get(doneAtom)
  if (done && done.endedAt !== previous?.endedAt)
    set(answersAtom, [...get(answersAtom), done].slice(-ANSWERS_MAX))
})

export const submitAtom = atom(null, async (get, set) => {
  if (!get(canSubmitAtom)) return
  if (get(typedPostAtom) !== null || get(nameChoicesAtom).length > 0) {
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

export const retryAtom = atom(null, async (get, set) => {
  const failed = get(failedAtom)
  if (!failed) return
  set(unfoldedAtom, get(screenNameAtom) !== failed.asked.screenName)
  await set(startAtom, failed.asked)
})

export const repeatAtom = atom(null, async (get, set) => {
  const asked = get(accountFlow.askedAtom)
  if (!asked || get(runningAtom)) return
  set(checksPostsAtom, asked.posts)
  set(includesRepostsAtom, asked.reposts)
  await set(checkAgainAtom, asked.screenName)
})

export const checkAgainAtom = atom(null, async (_get, set, name: string) => {
  set(typeScreenNameAtom, name)
  await set(submitAtom)
})

export const enterAtom = atom(null, (get, set, variant: Variant, outcomeModule: OutcomeModule) => {
  set(outcomeModuleAtom, outcomeModule)
  if (get(variantAtom) === variant) return
  set(accountFlow.showAtom, null)
  set(answersAtom, [])
  set(variantAtom, variant)
})

const namesAtom = atom<readonly string[]>([])

export const recentNamesAtom = atom((get) => get(namesAtom))

/** Reads the names once the page is idle. A new list ends an input method's composition in Chromium, which then writes the word twice: so it waits. */
export const recallNamesAtom = atom(null, async (_get, set, field: HTMLInputElement) => {
  try {
    await new Promise<void>((resolve) => whenIdle(resolve))
    const { recentNames } = await import('../storage/stores.ts')
    const names = await recentNames()
    await notComposing(field)
    set(namesAtom, names)
  } catch {
    // The field then suggests nothing.
  }
})

/** Ends at once where nothing is typed, else with the next letter that is not composed, or when the field is left. */
async function notComposing(field: HTMLInputElement): Promise<void> {
  if (field.value === '' || field !== document.activeElement) return
  const heard = new AbortController()
  await new Promise<void>((resolve) => {
    const { signal } = heard
    field.addEventListener('blur', () => resolve(), { signal })
    field.addEventListener('compositionend', () => resolve(), { signal })
    field.addEventListener('input', (event) => (event as InputEvent).isComposing || resolve(), { signal })
  })
  heard.abort()
}

/** A check in the tab's history: the name, when its answer came (Unix milliseconds), and whether the link that led here wants it to be checked. */
export type Entry = { checked: string; endedAt?: number | undefined; isWanted?: boolean }

/** The check of the open entry. Read without a schema, since the first page loads none. */
export function readEntry(): Entry | null {
  const { checked, endedAt, isWanted } = Object(Object(history.state).usr) as Record<keyof Entry, unknown>
  if (typeof checked !== 'string' || screenNameFault(checked) !== null) return null
  return { checked, endedAt: typeof endedAt === 'number' ? endedAt : undefined, isWanted: isWanted === true }
}

/** Keeps a check with the open entry, in the router's place for what pages keep. */
export function storeEntry(entry: Entry): void {
  try {
    history.replaceState({ ...Object(history.state), usr: entry }, '')
  } catch {
    // Browsers refuse this when it is done too often.
  }
}

/** Shows what a page that came back keeps out of sight until its restored result stands. */
export function revealContent(): void {
  delete document.documentElement.dataset['back']
}
