import type { Store } from '../store/Store.ts'

/** A store that reports whether each result could be saved. A check whose result cannot be saved is answered all the same, without a link. */
export function watchSaves(store: Store, onSave: (isSaved: boolean) => void): Store {
  return {
    ...store,
    async saveHistory(...given) {
      try {
        await store.saveHistory(...given)
      } catch (error) {
        onSave(false)
        throw error
      }
      onSave(true)
    },
  }
}

export const SAVES_FAIL_SENTENCE =
  'The last result could not be saved: checks are answered without a link. Look at the log, the disk and HISTORY_MAX_MB.'
