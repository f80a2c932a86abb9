import { inTime } from '../../contract/inTime.ts'
import { isReachable } from './isReachable.ts'

/** The session storage key for the time of the last reload, so that the page does not reload in a loop. */
const RELOADED_AT = 'reloaded-at'
/** Milliseconds between two reloads at least. */
const RELOAD_AFTER = 60_000

/** Longest wait for a file, in milliseconds; together with `isReachable` shorter than the deadline of a check. */
const LOADING_MAX = 30_000

/** The same for the second try, which is made only where the first one failed. */
const SECOND_MAX = 5_000

/** Milliseconds in which a page should have been left. They stand still in the back-forward cache, and run on when the visitor comes back. */
const LEAVING_MAX = 5_000

/** A part of the app that could not be fetched because the device has no connection. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

/**
 * Imports a part of the app. After a deploy an open page may ask for files that are gone: after a second try it is reloaded, at most once a
 * minute; failures after that are thrown. Without a connection a reload would lose the page, so an `OfflineError` is thrown. While the page is
 * being left, browsers end the loading of its files: a reload would take the visitor back, so the file is asked for again only if they stay.
 */
export async function loadChunk<T>(load: () => Promise<T>, beforeReload?: () => void): Promise<T> {
  let hasFailed = false
  let isLeft = false
  const leave = () => {
    isLeft = true
  }
  // Only while a file is loaded: Firefox keeps no page in the back-forward cache that always listens to this. The build has no page to leave.
  globalThis.addEventListener?.('beforeunload', leave)
  try {
    const loading = load()
    loading.catch(() => (hasFailed = true))
    return await inTime(loading, LOADING_MAX, 'A file did not come')
  } catch (cause) {
    if (!(await isReachable())) throw new OfflineError('The device is offline', { cause })
    // The connection may have come back just now. A file that was late is not waited for again.
    const again = () => inTime(load(), SECOND_MAX, 'A file did not come').catch(() => undefined)
    const second = hasFailed ? await again() : undefined
    if (second !== undefined) return second
    if (isLeft) {
      await new Promise((resolve) => setTimeout(resolve, LEAVING_MAX))
      return await loadChunk(load, beforeReload)
    }
    if (!mayReload()) throw cause
    beforeReload?.()
    location.reload()
    return await new Promise<never>(() => undefined)
  } finally {
    globalThis.removeEventListener?.('beforeunload', leave)
  }
}

function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_AT))
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return Date.now() - before > RELOAD_AFTER
  } catch {
    return false
  }
}
