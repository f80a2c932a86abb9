/** Values that session storage refused, by their keys. There are only a few keys. */
const memory = new Map<string, string>()

/** Stores a value for this tab. If session storage is denied or full, the value lasts until the page is closed. */
export function storeInTab(key: string, value: unknown): void {
  const json = JSON.stringify(value)
  removeFromTab(key)
  try {
    sessionStorage.setItem(key, json)
  } catch {
    memory.set(key, json)
  }
}

/** Reads a stored value; undefined if there is none, or if it is not valid JSON. */
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
    // A browser that denies session storage has no stored value to remove.
  }
}
