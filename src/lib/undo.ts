import { atom } from 'jotai/vanilla'
import type { Setter } from 'jotai/vanilla'

/**
 * Remembers what a list removed last, so that it can be brought back: `removedAtom` holds it, and is set to null when that is no longer
 * possible. `restore` returns whether it succeeded; after a failure the visitor can try again.
 */
export function createUndo<Removed extends object>(
  restore: (set: Setter, removed: Removed) => boolean | Promise<boolean>,
) {
  const removedAtom = atom<Removed | null>(null)
  const undoAtom = atom(null, async (get, set) => {
    const removed = get(removedAtom)
    if (removed && (await restore(set, removed))) set(removedAtom, null)
  })
  return { removedAtom, undoAtom }
}
