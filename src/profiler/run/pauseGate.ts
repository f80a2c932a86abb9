/** Holds a run between two trials. */
export function pauseGate() {
  let closed: PromiseWithResolvers<void> | null = null
  return {
    get paused(): boolean {
      return closed !== null
    },
    pause(): void {
      closed ??= Promise.withResolvers()
    },
    resume(): void {
      closed?.resolve()
      closed = null
    },
    /** Fulfils at once while open, else with the resume. */
    async pass(): Promise<void> {
      await closed?.promise
    },
  }
}

export type PauseGate = ReturnType<typeof pauseGate>
