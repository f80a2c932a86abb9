import { screenNameFault } from '../../../contract/names.ts'

/**
 * What an entry of the tab's history holds of a check: the name, when its answer came, in Unix milliseconds, and whether the link that led
 * here wants it to be checked.
 */
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
