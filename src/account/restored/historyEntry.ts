import { screenNameFault } from '../../../contract/names.ts'

/**
 * What an entry of the tab's history holds of a check: the name, when its answer came, in Unix milliseconds, and whether the link that led
 * here wants it to be checked. An entry survives a reload, a discarded tab and a way back, but not the tab.
 */
export type Entry = { checked: string; endedAt?: number | undefined; isWanted?: boolean }

/** The check of the entry that is open; null where there is none. All that the schema of a screen name asks for: the first page loads no schemas. */
export function readEntry(): Entry | null {
  const { checked, endedAt, isWanted } = Object(Object(history.state).usr) as Record<keyof Entry, unknown>
  if (typeof checked !== 'string' || screenNameFault(checked) !== null) return null
  return { checked, endedAt: typeof endedAt === 'number' ? endedAt : undefined, isWanted: isWanted === true }
}

/** Keeps a check with the entry, where the router keeps what its pages want kept. */
export function storeEntry(entry: Entry): void {
  try {
    history.replaceState({ ...Object(history.state), usr: entry }, '')
  } catch {
    // Browsers refuse this when it is done too often: then the entry comes back without a name.
  }
}

/** Shows what a page that came back has kept out of sight until its restored result stands, or there is none. */
export function revealContent(): void {
  delete document.documentElement.dataset['back']
}
