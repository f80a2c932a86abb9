import { atom } from 'jotai/vanilla'
import { linkKind, parsePostUrl, screenNameChoices, withoutMirror } from '../../contract/names.ts'
import type { ScreenNameFault } from '../../contract/names.ts'
import { whenIdle } from '../lib/loadChunk.ts'

export const screenNameAtom = atom('')
export const checksPostsAtom = atom(true)
export const includesRepostsAtom = atom(true)
/** Sets both options to those of a check. */
export const optionsAtom = atom(
  null,
  (_get, set, { posts, reposts }: { posts: boolean; reposts: boolean }) => {
    set(checksPostsAtom, posts)
    set(includesRepostsAtom, reposts)
  },
)
/** What is wrong with the name that was last submitted. `at` differs for each submit, so that each one is announced. */
export const faultAtom = atom<{ kind: ScreenNameFault; at: number } | null>(null)
/** Number of submits that led to an offer below the field instead of a check. Each of them moves the focus to the offer. */
export const postAskedAtom = atom(0)

export const typedPostAtom = atom((get) => {
  const typed = withoutMirror(get(screenNameAtom).normalize('NFKC').trim())
  return parsePostUrl(typed) ? typed : null
})
export const typedLinkAtom = atom((get) => {
  const kind = linkKind(get(screenNameAtom).trim())
  return kind === 'x' ? null : kind
})
/** The accounts that a typed or pasted text may mean, if it is ambiguous; else empty. */
export const nameChoicesAtom = atom((get) => screenNameChoices(get(screenNameAtom)))
/** Whether the visitor opened the form again while a check or its result is shown. */
export const isFormOpenedAtom = atom(false)

export const typeScreenNameAtom = atom(null, (_get, set, typed: string) => {
  set(screenNameAtom, typed)
  set(faultAtom, null)
  set(isFormOpenedAtom, true)
})

const namesAtom = atom<readonly string[]>([])

export const recentNamesAtom = atom((get) => get(namesAtom))

/** Reads the suggested names once the page is idle, and waits for the end of an IME composition: in Chromium a new list would end it and insert the word twice. */
export const recallNamesAtom = atom(null, async (_get, set, field: HTMLInputElement) => {
  try {
    await new Promise<void>((resolve) => whenIdle(resolve))
    const { recentNames } = await import('../storage/stores.ts')
    const names = await recentNames()
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
