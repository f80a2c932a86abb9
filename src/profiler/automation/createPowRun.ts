import { AUTOMATION_VERSION } from './Outcome.ts'
import type { Outcome } from './Outcome.ts'

/** What `window.powRun` offers to scripts. `await powRun` waits for the end of the run under way, or of the next one. */
export type PowRun = {
  readonly version: typeof AUTOMATION_VERSION
  readonly state: 'idle' | 'running' | 'ended'
  /** Starts a run as the address has it, unless one is under way. */
  readonly start: () => Promise<Outcome>
  /** Trials so far and in all; null before the first run. */
  readonly progress: Readonly<{ done: number; all: number }> | null
  /** Fulfils, and never rejects: a run that failed has an outcome too. */
  readonly then: Promise<Outcome>['then']
}

/** The names of the events that `window` receives. They are stable: scripts outside rely on them. */
export const EVENTS = { started: 'pow:started', ended: 'pow:ended' } as const

type Changing = { -readonly [Name in keyof PowRun]: PowRun[Name] }

/** The global for scripts, and the functions that keep it true. `start` must report the start of its run before it returns; `tell` is told every event. */
export function createPowRun(start: () => void, tell: (event: string, detail: object) => void) {
  let settle: ((outcome: Outcome) => void) | undefined
  let outcome = next()
  const powRun: Changing = {
    version: AUTOMATION_VERSION,
    state: 'idle',
    progress: null,
    async start() {
      if (powRun.state !== 'running') start()
      return await outcome
    },
    // oxlint-disable-next-line unicorn/no-thenable
    then: (...handlers) => outcome.then(...handlers),
  }

  function next(): Promise<Outcome> {
    return new Promise((resolve) => (settle = resolve))
  }

  return {
    powRun: powRun as PowRun,
    progressed(done: number, all: number): void {
      powRun.progress = { done, all }
      if (powRun.state === 'running') return
      if (powRun.state === 'ended') outcome = next()
      powRun.state = 'running'
      tell(EVENTS.started, { version: AUTOMATION_VERSION, trials: all })
    },
    ended(what: Outcome): void {
      powRun.state = 'ended'
      settle?.(what)
      tell(EVENTS.ended, what)
    },
  }
}
