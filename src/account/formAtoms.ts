import { atom } from 'jotai/vanilla'
import { TYPED_LENGTH_MAX, screenNameOrNull } from '../../contract/screenName.ts'
import type { ScreenNameFault } from '../../contract/screenName.ts'
import { OfflineError, lazyModule, whenIdle } from '../lib/loadChunk.ts'
import { storeTabCheck } from './tabCheck.ts'
import type { AccountCheckOptions } from './tabCheck.ts'

export const screenNameAtom = atom('')
export const checksPostsAtom = atom(true)
export const includesRepostsAtom = atom(true)
/** Sets both options to those of a check. */
export const setCheckOptionsAtom = atom(
  null,
  (_get, set, { posts, reposts }: { posts: boolean; reposts: boolean }) => {
    set(checksPostsAtom, posts)
    set(includesRepostsAtom, reposts)
  },
)
/**
 * The fault of the name that was last submitted. `unread`: without a connection, the code that reads a link could not be loaded. `at` differs
 * for each submit, so that each one is announced.
 */
export const screenNameFaultAtom = atom<{ kind: ScreenNameFault | 'unread'; at: number } | null>(null)
/** Number of submits that led to an offer below the field instead of a check. Each of them moves the focus to the offer. */
export const formOfferCountAtom = atom(0)

export const textReaderModule = lazyModule(() => import('../../contract/pastedText.ts'))
type TextReader = Awaited<ReturnType<typeof textReaderModule.load>>
/** The code that reads links, titles and sentences. Null until it is loaded; a bare name does not need it. */
const textReaderAtom = atom<TextReader | null>(null)
const prefetchReaderAtom = atom(null, async (_get, set) => {
  await textReaderModule.prefetch()
  set(textReaderAtom, textReaderModule.loaded() ?? null)
})
/** The meaning of the typed or pasted text, if it is not a bare name. */
const typedTextAtom = atom((get) => {
  const typed = get(screenNameAtom)
  return screenNameOrNull(typed) === null ? get(textReaderAtom)?.readTypedText(typed) : undefined
})
/** The URL of the typed post on x.com, or null. */
export const typedPostAtom = atom((get) => get(typedTextAtom)?.post ?? null)
export const typedLinkAtom = atom((get) => get(typedTextAtom)?.otherLink ?? null)
/** The accounts that a typed or pasted text may mean, if it is ambiguous; else empty. */
export const nameChoicesAtom = atom((get) => get(typedTextAtom)?.choices ?? [])

/** Stores the form in the tab before a reload: the new page fills it in. */
const keepFormAtom = atom(null, (get) => {
  const [screenName, posts, reposts] = [get(screenNameAtom), get(checksPostsAtom), get(includesRepostsAtom)]
  storeTabCheck({ screenName, posts, reposts }, false)
})

/**
 * Reads the screen name in the field's text, which is no bare name. If the reader cannot be loaded, it returns the text as it is; without a
 * connection it returns null, and the fault says so.
 */
export const readScreenNameAtom = atom(null, async (get, set) => {
  const loading = textReaderModule.load(() => set(keepFormAtom))
  const reader = await loading.catch((error: unknown) => (error instanceof OfflineError ? 'offline' : null))
  if (reader === 'offline') {
    set(screenNameFaultAtom, { kind: 'unread', at: Date.now() })
    return null
  }
  set(textReaderAtom, reader)
  return reader?.screenNameInText(get(screenNameAtom)) ?? get(screenNameAtom).trim()
})

/** Puts a text into the field, as if the visitor had typed it: an earlier error disappears. */
export const typeScreenNameAtom = atom(null, (_get, set, text: string) => {
  const typed = text.slice(0, TYPED_LENGTH_MAX)
  set(screenNameAtom, typed)
  set(screenNameFaultAtom, null)
  if (typed !== '' && screenNameOrNull(typed) === null) void set(prefetchReaderAtom)
})

/** Fills in the form with the options of a check. */
export const fillInFormAtom = atom(null, (_get, set, options: AccountCheckOptions) => {
  set(setCheckOptionsAtom, options)
  set(typeScreenNameAtom, options.screenName)
})

const namesAtom = atom<readonly string[]>([])

export const recentNamesAtom = atom((get) => get(namesAtom))

/** Reads the suggested names once the page is idle, and waits for the end of an IME composition: in Chromium a new list would end it and insert the word twice. */
export const loadRecentNamesAtom = atom(null, async (_get, set, field: HTMLInputElement) => {
  try {
    await new Promise<void>((resolve) => whenIdle(resolve))
    const { readRecentNames } = await import('../storage/stores.ts')
    const names = await readRecentNames()
    await whenNotComposing(field)
    set(namesAtom, names)
  } catch {
    // Without the names, the field has no suggestions.
  }
})

/** Resolves when no IME composition is active in the field, or when the field loses the focus. */
async function whenNotComposing(field: HTMLInputElement): Promise<void> {
  if (field.value === '' || field !== document.activeElement) return
  const listening = new AbortController()
  await new Promise<void>((resolve) => {
    const { signal } = listening
    field.addEventListener('blur', () => resolve(), { signal })
    field.addEventListener('compositionend', () => resolve(), { signal })
    field.addEventListener('input', (event) => (event as InputEvent).isComposing || resolve(), { signal })
  })
  listening.abort()
}
