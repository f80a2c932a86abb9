/** Holds a run between two trials. */
export function pauseGate() {
  let closed: Promise<void> | null = null
  let open = () => {}
  return {
    get paused(): boolean {
      return closed !== null
    },
    pause(): void {
      closed ??= new Promise((resolve) => (open = resolve))
    },
    resume(): void {
      open()
      closed = null
    },
    /** Fulfils at once unless paused, else on resuming. */
    async pass(): Promise<void> {
      await closed
    },
  }
}

export type PauseGate = ReturnType<typeof pauseGate>
