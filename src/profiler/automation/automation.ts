import type { createStore } from 'jotai/vanilla'
import * as v from 'valibot'
import { RunResult } from '../model/result.ts'
import { supportedEngines, runLabelFrom, readSettingsLink } from '../model/settings.ts'
import { runningStateAtom, runEndAtom, startRunAtom } from '../run/runAtoms.ts'
import type { RunEnd } from '../run/runAtoms.ts'

/** Version of `powRun`, its events and the outcome for scripts. It rises with every change that an old script would misread. */
export const AUTOMATION_VERSION = 1

const RUN_ENDING_EXIT_CODES = {
  agrees: 0,
  failed: 1,
  wrong: 2,
  unsure: 3,
  disturbed: 4,
  stopped: 5,
} as const

export type RunEnding = keyof typeof RUN_ENDING_EXIT_CODES

export const RunOutcome = v.object({
  version: v.literal(AUTOMATION_VERSION),
  ending: v.picklist(Object.keys(RUN_ENDING_EXIT_CODES) as RunEnding[]),
  exitCode: v.pipe(v.number(), v.integer()),
  error: v.nullable(v.string()),
  result: v.nullable(RunResult),
})
export type RunOutcome = v.InferOutput<typeof RunOutcome>

type PowRun = {
  version: typeof AUTOMATION_VERSION
  state: 'idle' | 'running' | 'ended'
  start: () => Promise<RunOutcome>
  progress: { done: number; all: number } | null
  then: Promise<RunOutcome>['then']
}

export function toRunOutcome(end: RunEnd): RunOutcome {
  const ending = 'result' in end ? endingOfRun(end.result) : 'failed'
  const exitCode = RUN_ENDING_EXIT_CODES[ending]
  return { version: AUTOMATION_VERSION, ending, exitCode, error: null, result: null, ...end }
}

export function endingOfRun(result: RunResult): Exclude<RunEnding, 'failed'> {
  const { settings, summary, sustained } = result
  const all = [result, ...result.others]
  const verdicts = all.map(({ summary }) => summary.agreement.verdict)
  if (verdicts.includes('disagrees') || all.some(({ summary }) => summary.wrong > 0)) return 'wrong'
  const seconds = sustained?.lanes[0]?.length ?? 0
  if (seconds < (settings.sustain ?? 0)) return 'stopped'
  if (all.some(({ trials }) => trials.length < settings.trials)) return 'stopped'
  if (verdicts.some((verdict) => verdict !== 'agrees')) return 'unsure'
  return summary.busy ? 'disturbed' : 'agrees'
}

type Automated = EventTarget & { powRun?: PowRun; location: { search: string } }

/**
 * Provides `window.powRun` and its events to scripts until the returned function is called. The names of events must stay the same: other
 * people's scripts rely on them.
 */
export function exposeAutomation(store: ReturnType<typeof createStore>, window: Automated) {
  let settle: ((outcome: RunOutcome) => void) | undefined
  let outcome = next()
  const powRun: PowRun = {
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

  function next(): Promise<RunOutcome> {
    return new Promise((resolve) => (settle = resolve))
  }

  function start(): void {
    const query = new URLSearchParams(window.location.search)
    const read = readSettingsLink(query, navigator.hardwareConcurrency || 1, supportedEngines())
    void store.set(startRunAtom, { ...read, label: runLabelFrom(query) })
  }

  function dispatch(event: 'pow:started' | 'pow:ended', detail: object): void {
    window.dispatchEvent(new CustomEvent(event, { detail }))
  }

  function follow(): void {
    const live = store.get(runningStateAtom)
    if (!live) return
    const all = live.settings.trials * (1 + live.settings.against.length)
    powRun.progress = { done: live.all.length, all }
    if (powRun.state === 'running') return
    if (powRun.state === 'ended') outcome = next()
    powRun.state = 'running'
    dispatch('pow:started', { version: AUTOMATION_VERSION, trials: all })
  }

  function end(): void {
    const end = store.get(runEndAtom)
    if (!end) return
    const ended = toRunOutcome(end)
    powRun.state = 'ended'
    settle?.(ended)
    dispatch('pow:ended', ended)
  }

  const leave = [store.sub(runningStateAtom, follow), store.sub(runEndAtom, end)]
  window.powRun = powRun
  follow()
  return () => {
    for (const unsubscribe of leave) unsubscribe()
    delete window.powRun
  }
}
