import { loadChunk } from './loadChunk.ts'

/** A part of the app that lies in a file of its own. It is fetched once and kept; a failure is never kept. */
export type Part<T> = {
  /** The part, where it is here already. */
  loaded: () => T | undefined
  /** Fetches it, unless it is here or on its way. */
  load: (beforeReload?: () => void) => Promise<T>
  /** The same for a component, which must get one promise however often it is drawn: after a failure until `forget`. */
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
    wanted: () => (wanted ??= load()),
    forget() {
      wanted = undefined
    },
  }
}
