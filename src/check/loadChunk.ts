/** Where a reload for a missing chunk leaves its time, so that it happens once and not in a circle. */
const RELOADED_AT = 'reloaded-at'
const ONCE_IN = 60_000

/**
 * Imports a part of the app. After a deploy an open page may ask for files that are gone: it is then reloaded, once a
 * minute at most, and what fails after that is thrown.
 */
export async function loadChunk<T>(load: () => Promise<T>, beforeReload?: () => void): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine || !mayReload()) throw error
    beforeReload?.()
    location.reload()
    return await new Promise<never>(() => undefined)
  }
}

function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_AT))
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return Date.now() - before > ONCE_IN
  } catch {
    return false
  }
}
