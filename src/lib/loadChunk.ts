import { rejectAfter } from '../../contract/async.ts'

/** Answers with this status or a higher one come from a proxy or a broken server: a reload would replace our page by its error page. */
const SERVER_ERROR_MIN = 500

const ANSWER_TIMEOUT_MS = 5_000

/** Returns whether the site itself answers. `navigator.onLine` does not say that: the device may be online and reach only a proxy that reports an error. */
async function isSiteReachable(): Promise<boolean> {
  if (navigator.onLine === false) return false
  try {
    const answer = fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    const { status } = await rejectAfter(answer, ANSWER_TIMEOUT_MS, 'The site does not answer')
    return status < SERVER_ERROR_MIN
  } catch {
    return false
  }
}

const RELOADED_AT_KEY = 'reloaded-at'
const RELOAD_INTERVAL_MS = 60_000

/** Longest wait for a file, in milliseconds. Together with `isSiteReachable` it is shorter than the deadline of a check. */
const LOADING_TIMEOUT_MS = 30_000

const RETRY_TIMEOUT_MS = 5_000

/** Milliseconds before the last try. If the visitor is leaving the page, it is unloaded within this time. */
const LAST_TRY_DELAY_MS = 5_000

/** A part of the app that could not be fetched because the device has no connection, or the site does not answer. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

/**
 * Imports a part of the app. After a deploy, an open page may request files that no longer exist: after two more tries the page is reloaded,
 * at most once a minute; later failures are thrown. Without a connection a reload would lose the page, so an `OfflineError` is thrown instead.
 * Browsers may cancel requests of a page that the visitor is leaving, and a reload would keep them on it: so the last try is delayed.
 */
async function loadChunk<T>(load: () => Promise<T>, beforeReload?: () => void): Promise<T> {
  let hasFailed = false
  const loading = load()
  loading.catch(() => (hasFailed = true))
  try {
    return await rejectAfter(loading, LOADING_TIMEOUT_MS, 'A file did not come')
  } catch (cause) {
    if (!(await isSiteReachable())) throw new OfflineError('The device is offline', { cause })
    // If the file failed to load, try again: the connection may be back. If it is only late, another request would not help.
    const loadedByRetry = hasFailed
      ? ((await tryAgain(load, 0)) ?? (await tryAgain(load, LAST_TRY_DELAY_MS)))
      : undefined
    if (loadedByRetry !== undefined) return loadedByRetry
    if (!mayReload()) throw cause
    beforeReload?.()
    location.reload()
    return await new Promise<never>(() => undefined)
  }
}

async function tryAgain<T>(load: () => Promise<T>, after: number): Promise<T | undefined> {
  await new Promise((resolve) => setTimeout(resolve, after))
  return await rejectAfter(load(), RETRY_TIMEOUT_MS, 'A file did not come').catch(() => undefined)
}

function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (Date.now() - before <= RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

/** A promise whose value React's `use` returns at once, without suspending: React reads these two properties. */
function fulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}

/**
 * Loads a module when it is first needed, and only once. After a failure it can be loaded again.
 *
 * @example
 * const exportModule = lazyModule(() => import('./export.ts'))
 * const { writeCsv } = await exportModule.load()
 */
export function lazyModule<T>(importModule: () => Promise<T>) {
  let module: T | undefined
  let wanted: Promise<T> | undefined
  const load = async (beforeReload?: () => void) => (module ??= await loadChunk(importModule, beforeReload))
  return {
    loaded: () => module,
    load,
    /** Fetches the module before it is needed. Failures are ignored, because `load` fetches it again. */
    async prefetch() {
      module ??= await importModule().catch(() => undefined)
    },
    /** Returns the promise for React's `use`, which needs the same one in every render. After a failure it stays the same until `forget`. */
    wanted() {
      return (wanted ??= module === undefined ? load() : fulfilled(module))
    },
    forget() {
      wanted = undefined
    },
  }
}
export type LazyModule<T> = ReturnType<typeof lazyModule<T>>

/** Longest wait for an idle moment, and the delay in browsers without `requestIdleCallback`. Both are in milliseconds. */
const IDLE_TIMEOUT_MS = 2_000
const NO_IDLE_DELAY_MS = 1_000

export function whenIdle(
  job: () => void,
  timeoutMs = IDLE_TIMEOUT_MS,
  delayMs = NO_IDLE_DELAY_MS,
): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(job, delayMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(job, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
