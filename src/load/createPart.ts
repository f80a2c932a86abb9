import { loadChunk } from './loadChunk.ts'

/** A part of the app in a chunk of its own. It is fetched once and kept; after a failure it is fetched again. */
export type Part<T> = {
  /** The part, if it has been fetched. */
  loaded: () => T | undefined
  /** Fetches it unless that has been done. Rejects with an `OfflineError` where there is no connection. */
  load: (beforeReload?: () => void) => Promise<T>
  /** Fetches it before it is needed, and ignores failures: `load` then fetches it. */
  ahead: () => Promise<void>
  /** For a component, which must get one promise however often it is drawn: after a failure the same until `forget`. */
  wanted: () => Promise<T>
  forget: () => void
}

export function createPart<T>(importPart: () => Promise<T>): Part<T> {
  let part: T | undefined
  let wanted: Promise<T> | undefined
  const load = async (beforeReload?: () => void) => (part ??= await loadChunk(importPart, beforeReload))
  return {
    loaded: () => part,
    load,
    async ahead() {
      part ??= await importPart().catch(() => undefined)
    },
    wanted: () => (wanted ??= load()),
    forget() {
      wanted = undefined
    },
  }
}
