import { inTime } from '../../contract/inTime.ts'
import { isReachable } from './isReachable.ts'

/** The session storage key for the time of the last reload, so that the page does not reload in a loop. */
const RELOADED_AT = 'reloaded-at'
/** Milliseconds between two reloads at least. */
const RELOAD_AFTER = 60_000

/** Longest wait for a file, in milliseconds; together with `isReachable` shorter than the deadline of a check. */
const LOADING_MAX = 30_000

/** The same for each further try; they are made only where the first one failed. */
const AGAIN_MAX = 5_000

/** Milliseconds before the last try: enough for a page that is being left to be gone. */
const LAST_AFTER = 5_000

/** A part of the app that could not be fetched because the device has no connection. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

/**
 * Imports a part of the app. After a deploy an open page may ask for files that are gone: after two more tries it is reloaded, at most once a
 * minute; failures after that are thrown. Without a connection a reload would lose the page, so an `OfflineError` is thrown. A browser may
 * give no file to a page that is being left, and a reload would keep the visitor there: so the last try is made only if they stay.
 */
export async function loadChunk<T>(load: () => Promise<T>, beforeReload?: () => void): Promise<T> {
  let hasFailed = false
  const loading = load()
  loading.catch(() => (hasFailed = true))
  try {
    return await inTime(loading, LOADING_MAX, 'A file did not come')
  } catch (cause) {
    if (!(await isReachable())) throw new OfflineError('The device is offline', { cause })
    // The connection may have come back just now. A file that was late is not waited for again.
    const later = hasFailed ? ((await tryAgain(load, 0)) ?? (await tryAgain(load, LAST_AFTER))) : undefined
    if (later !== undefined) return later
    if (!mayReload()) throw cause
    beforeReload?.()
    location.reload()
    return await new Promise<never>(() => undefined)
  }
}

/** Another try after so many milliseconds; undefined where it fails, too. */
async function tryAgain<T>(load: () => Promise<T>, after: number): Promise<T | undefined> {
  await new Promise((resolve) => setTimeout(resolve, after))
  return await inTime(load(), AGAIN_MAX, 'A file did not come').catch(() => undefined)
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
