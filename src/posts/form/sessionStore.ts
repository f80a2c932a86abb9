/** The two lists that a post check leaves for its result page and for the way back. */
export const KEYS = { urls: 'tweetcheck.urls', rows: 'tweetcheck.rows' } as const
type StoreKey = keyof typeof KEYS

/** What the session store refused to take, at most the two lists: it carries them through the navigation just as well. `keep` and `forget` reset it. */
const memory = new Map<StoreKey, string>()

/** Keeps a value for this tab; where the session store is denied or full, for this page's life. */
export function keep(key: StoreKey, value: unknown): void {
  const json = JSON.stringify(value)
  memory.delete(key)
  try {
    sessionStorage.setItem(KEYS[key], json)
  } catch {
    forget(key)
    memory.set(key, json)
  }
}

/** What is kept, not yet read by any schema; undefined when nothing is, or nothing that can be read. */
export function recall(key: StoreKey): unknown {
  try {
    const json = memory.get(key) ?? sessionStorage.getItem(KEYS[key])
    return json === null ? undefined : (JSON.parse(json) as unknown)
  } catch {
    return undefined
  }
}

export function forget(key: StoreKey): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(KEYS[key])
  } catch {
    // Denied storage holds nothing.
  }
}
