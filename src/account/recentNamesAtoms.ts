import { atom } from 'jotai/vanilla'
import { whenIdle } from '../lib/loadChunk.ts'

const namesAtom = atom<readonly string[]>([])

/** Names checked before, which the field suggests; empty until it was focused, and where the log cannot be read. */
export const recentNamesAtom = atom((get) => get(namesAtom))

/**
 * Reads the names after the field was focused, once the page is idle. They are not put under a word that an input method is composing: Chromium
 * ends the composition then, and the input method writes the word again behind itself.
 */
export const recallNamesAtom = atom(null, async (_get, set, field: HTMLInputElement) => {
  try {
    await new Promise<void>((resolve) => whenIdle(resolve))
    const { recentNames } = await import('../storage/stores.ts')
    const names = await recentNames()
    await notComposing(field)
    set(namesAtom, names)
  } catch {
    // Without the log the field suggests nothing.
  }
})

/** Ends at once where nothing is typed, else with the next letter that is not being composed, or when the field is left. */
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
