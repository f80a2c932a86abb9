import type { createStore } from 'jotai/vanilla'
import * as v from 'valibot'
import { Result } from '../model/result.ts'
import { labelFrom, readLink } from '../model/settings.ts'
import { enginesHere } from '../run/enginesHere.ts'
import { liveAtom, runEndAtom, startRunAtom } from '../run/runAtoms.ts'

/** Of what scripts are handed: the global, its events and the outcome. Every change that an old script would misread raises it. */
export const AUTOMATION_VERSION = 1

/** How a run can end, with the exit code that a script ends with. The worst that is true of a run counts. */
export const EXIT_CODES = {
  /** Every counter is right, the sample agrees with the theory, and the device was left alone. */
  agrees: 0,
  /** There is no result: the engine is missing, or a worker died. */
  failed: 1,
  /** A counter is wrong, or the sample disagrees with the theory: no figure counts. */
  wrong: 2,
  /** Too few trials for a verdict, or one that is doubted. */
  unsure: 3,
  /** Right, but the device was busy with something else: the speeds are not to be relied on. */
  disturbed: 4,
  /** Right, but ended before its last trial. */
  stopped: 5,
} as const

export type Ending = keyof typeof EXIT_CODES

const ENDINGS = Object.keys(EXIT_CODES) as Ending[]

/** What scripts are handed when a run ends. */
export const Outcome = v.object({
  version: v.literal(AUTOMATION_VERSION),
  ending: v.picklist(ENDINGS),
  exitCode: v.pipe(v.number(), v.integer()),
  /** Why there is no result. */
  error: v.nullable(v.string()),
  result: v.nullable(Result),
})
export type Outcome = v.InferOutput<typeof Outcome>

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

/** A run that ended with a result. */
export function outcomeOf(result: Result): Outcome {
  return outcome(endingOf(result), { error: null, result })
}

/** A run that ended without one. */
export function failedOutcome(error: string): Outcome {
  return outcome('failed', { error, result: null })
}

function outcome(ending: Ending, rest: Pick<Outcome, 'error' | 'result'>): Outcome {
  return { version: AUTOMATION_VERSION, ending, exitCode: EXIT_CODES[ending], ...rest }
}

function endingOf({ settings, trials, summary, sustained, others }: Result): Ending {
  const all = [{ trials, summary }, ...others]
  const verdicts = all.map(({ summary }) => summary.agreement.verdict)
  if (verdicts.includes('disagrees') || all.some(({ summary }) => summary.wrong > 0)) return 'wrong'
  const seconds = sustained?.lanes[0]?.length ?? 0
  if (seconds < (settings.sustain ?? 0)) return 'stopped'
  if (all.some(({ trials }) => trials.length < settings.trials)) return 'stopped'
  if (verdicts.some((verdict) => verdict !== 'agrees')) return 'unsure'
  return summary.busy ? 'disturbed' : 'agrees'
}

/** The window as scripts see it. */
type Automated = EventTarget & { powRun?: PowRun; location: { search: string } }

/** Hands the store's runs to scripts, as `window.powRun` and events, until the returned function is called. */
export function automate(store: ReturnType<typeof createStore>, window: Automated) {
  const start = () => {
    const query = new URLSearchParams(window.location.search)
    const read = readLink(query, navigator.hardwareConcurrency || 1, enginesHere())
    void store.set(startRunAtom, { ...read, label: labelFrom(query) })
  }
  const { powRun, progressed, ended } = createPowRun(start, (event, detail) =>
    window.dispatchEvent(new CustomEvent(event, { detail })),
  )
  const follow = () => {
    const live = store.get(liveAtom)
    if (live) progressed(live.all.length, live.settings.trials * (1 + live.settings.against.length))
  }
  const end = () => {
    const end = store.get(runEndAtom)
    if (end) ended('result' in end ? outcomeOf(end.result) : failedOutcome(end.error))
  }
  const leave = [store.sub(liveAtom, follow), store.sub(runEndAtom, end)]
  window.powRun = powRun
  follow()
  return () => {
    for (const unsubscribe of leave) unsubscribe()
    delete window.powRun
  }
}
