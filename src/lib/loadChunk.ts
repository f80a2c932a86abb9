import { rejectAfter } from '../../contract/async.ts'

/** From this status on nobody answers but a proxy or a broken server: a reload would put its page in the place of ours. */
const SERVER_ERROR_MIN = 500

const ANSWER_TIMEOUT_MS = 5_000

/** Whether the site answers with a page of its own, which `navigator.onLine` does not tell: a proxy may answer in its place that there is none. */
export async function isSiteReachable(): Promise<boolean> {
  if (navigator.onLine === false) return false
  try {
    const answer = fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    const { status } = await rejectAfter(answer, ANSWER_TIMEOUT_MS, 'The site does not answer')
    return status < SERVER_ERROR_MIN
  } catch {
    return false
  }
}

const RELOADED_AT = 'reloaded-at'
const RELOAD_INTERVAL_MS = 60_000

/** Longest wait for a file, in milliseconds; together with `isSiteReachable` shorter than the deadline of a check. */
const LOADING_MS_MAX = 30_000

const AGAIN_MAX = 5_000

/** Milliseconds before the last try: enough for a page that is being left to be gone. */
const LAST_TRY_DELAY_MS = 5_000

/** A part of the app that could not be fetched because the device has no connection, or the site does not answer. */
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
    return await rejectAfter(loading, LOADING_MS_MAX, 'A file did not come')
  } catch (cause) {
    if (!(await isSiteReachable())) throw new OfflineError('The device is offline', { cause })
    // The connection may have come back just now. A file that was late is not waited for again.
    const later = hasFailed
      ? ((await tryAgain(load, 0)) ?? (await tryAgain(load, LAST_TRY_DELAY_MS)))
      : undefined
    if (later !== undefined) return later
    if (!mayReload()) throw cause
    beforeReload?.()
    location.reload()
    return await new Promise<never>(() => undefined)
  }
}

async function tryAgain<T>(load: () => Promise<T>, after: number): Promise<T | undefined> {
  await new Promise((resolve) => setTimeout(resolve, after))
  return await rejectAfter(load(), AGAIN_MAX, 'A file did not come').catch(() => undefined)
}

function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_AT))
    if (Date.now() - before <= RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
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
 * Loads a module when it is first needed, once for all that need it. A failure can be tried again.
 *
 * @example
 * const exportModule = lazyModule(() => import('./export.ts'))
 * const { writeCsv } = await exportModule.load()
 */
export function lazyModule<T>(importModule: () => Promise<T>) {
  let module: T | undefined
  let wanted: Promise<T> | undefined
  let available: Promise<T> | undefined
  const load = async (beforeReload?: () => void) => (module ??= await loadChunk(importModule, beforeReload))
  return {
    loaded: () => module,
    load,
    /** Fetches it before it is needed, and ignores failures: `load` then fetches it. */
    async prefetch() {
      module ??= await importModule().catch(() => undefined)
    },
    /** For React's `use`, which must get one promise however often a component is drawn: after a failure the same until `forget`. */
    wanted() {
      if (module !== undefined) return (available ??= fulfilled(module))
      return (wanted ??= load())
    },
    forget() {
      wanted = undefined
    },
  }
}
export type LazyModule<T> = ReturnType<typeof lazyModule<T>>

/** Longest wait for an idle moment, and the wait where the browser has no `requestIdleCallback`. */
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
