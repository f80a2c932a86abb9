import { atom } from 'jotai/vanilla'
import { whenIdle } from '../lib/loadChunk.ts'

const namesAtom = atom<readonly string[]>([])

/** Names checked before; empty until the field was focused. */
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
