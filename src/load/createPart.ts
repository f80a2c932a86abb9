import { loadChunk } from './loadChunk.ts'

/** A part of the app that lies in a file of its own. It is fetched once and kept; a failure is never kept. */
export type Part<T> = {
  /** The part, where it is here already. */
  loaded: () => T | undefined
  /** Fetches it, unless it is here. Rejects with an `OfflineError` where there is no connection. */
  load: (beforeReload?: () => void) => Promise<T>
  /** Fetches it quietly before it is wanted; what fails then is fetched when it is. */
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
