import { isReachable } from './isReachable.ts'

/** Where a reload for a missing chunk leaves its time, so that it happens once and not in a circle. */
const RELOADED_AT = 'reloaded-at'
const ONCE_IN = 60_000

/** Longest that a file may take, in milliseconds; with the look whether the site answers less than a check may take. */
const LOADING_MAX = 30_000

/** A part of the app that could not be fetched because the device has no connection: it will be there later. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

/**
 * Imports a part of the app; a file that never comes counts as gone. After a deploy an open page may ask for files that are gone: it is then reloaded, once a
 * minute at most, and what fails after that is thrown. Without a connection a reload would lose the page, so it
 * throws an `OfflineError`.
 */
export async function loadChunk<T>(load: () => Promise<T>, beforeReload?: () => void): Promise<T> {
  try {
    return await inTime(load())
  } catch (cause) {
    if (!(await isReachable())) throw new OfflineError('The device is offline', { cause })
    if (!mayReload()) throw cause
    beforeReload?.()
    location.reload()
    return await new Promise<never>(() => undefined)
  }
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A file did not come')), LOADING_MAX)
  })
  return await Promise.race([loading, late]).finally(() => clearTimeout(timer))
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
