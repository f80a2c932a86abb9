export const SAVES_FAIL_SENTENCE =
  'The last result could not be saved: checks are answered without a link. Look at the log, the disk and HISTORY_MAX_MB.'

/** The problems that an operator has to solve. `/healthz` shows their sentences as `trouble`. `onNew` is called with each when it begins, and not again while it lasts. */
export function createTroubles(onNew: (sentence: string) => void) {
  const sentences = new Map<string, string>()
  return {
    /** Begins a trouble, or replaces its sentence. */
    note(name: string, sentence: string): void {
      if (sentences.get(name) === sentence) return
      sentences.set(name, sentence)
      onNew(sentence)
    },
    clear: (name: string) => void sentences.delete(name),
    read: (): string[] => [...sentences.values()],
  }
}

export type Troubles = ReturnType<typeof createTroubles>
