import { screenNameFault } from '../../../contract/names.ts'

/**
 * The name that was checked last on this entry of the tab's history; null where none was. An entry survives a reload, a discarded
 * tab and a way back, but not the tab. It is no address: nothing of it is sent.
 */
export function nameOfEntry(): string | null {
  const { checked } = Object(history.state) as { checked?: unknown }
  // All that the schema of a screen name asks for; the first page loads no schemas.
  return typeof checked === 'string' && screenNameFault(checked) === null ? checked : null
}

/** Keeps a name with the entry, beside what the router keeps there. */
export function keepNameOfEntry(checked: string): void {
  if (nameOfEntry() === checked) return
  try {
    history.replaceState({ ...Object(history.state), checked }, '')
  } catch {
    // Browsers refuse this when it is done too often: then the entry comes back without a name.
  }
}

/** Shows what a page that came back has kept out of sight until its earlier answer stands, or there is none. */
export function showAll(): void {
  delete document.documentElement.dataset['back']
}
