import { vi } from 'vitest'

export type StorageKind = 'working' | 'full' | 'denied' | 'absent'

/** Stands in for the browser's session store, in a good or a bad mood. */
export function stubSessionStorage(kind: StorageKind): Map<string, string> {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (kind === 'full') throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
  vi.unstubAllGlobals()
  if (kind === 'denied') {
    vi.stubGlobal('sessionStorage', undefined)
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  } else vi.stubGlobal('sessionStorage', kind === 'absent' ? undefined : storage)
  return items
}
