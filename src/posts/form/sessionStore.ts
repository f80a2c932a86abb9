/** The two lists that the form keeps: the URLs for the result page, and the rows for the return to the form. */
export const KEYS = { urls: 'tweetcheck.urls', rows: 'tweetcheck.rows' } as const
type StoreKey = keyof typeof KEYS

/** The lists that session storage refused, at most two; they survive navigation within the site. `keep` and `forget` reset it. */
const memory = new Map<StoreKey, string>()

/** Keeps a value for this tab; where session storage is denied or full, until the page is closed. */
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

/** The kept value, not yet validated; undefined when there is none, or it is no JSON. */
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
