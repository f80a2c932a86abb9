/** What session storage refused, by the few keys of the pages. */
const memory = new Map<string, string>()

/** Keeps a value for this tab or, where session storage is denied or full, until the page is closed. */
export function storeInTab(key: string, value: unknown): void {
  const json = JSON.stringify(value)
  removeFromTab(key)
  try {
    sessionStorage.setItem(key, json)
  } catch {
    memory.set(key, json)
  }
}

/** Undefined when nothing is kept, or no JSON. */
export function readFromTab(key: string): unknown {
  try {
    const json = memory.get(key) ?? sessionStorage.getItem(key)
    return json === null ? undefined : (JSON.parse(json) as unknown)
  } catch {
    return undefined
  }
}

export function removeFromTab(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Denied storage holds nothing.
  }
}
