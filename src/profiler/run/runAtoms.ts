import { atom } from 'jotai/vanilla'
import type { RunEngine } from '../model/RunEngine.ts'
import { environment } from './environment.ts'
import { liveRates } from './liveRates.ts'
import { openLane } from './openLane.ts'
import { painter } from './painter.ts'
import { pauseGate } from './pauseGate.ts'
import type { PauseGate } from './pauseGate.ts'
import { profile } from './profile.ts'
import type { Trial } from '../model/runResult.ts'
import { resultOf } from './resultOf.ts'
import { addRunAtom } from '../runs/runsAtoms.ts'
import type { Settings } from '../model/settings.ts'

/** What a running measurement shows. `trials` is a copy: it does not grow under the reader. */
export type Live = { settings: Settings; trials: readonly Trial[]; rates: (number | null)[]; paused: boolean }

type RunState = { name: 'idle' } | { name: 'running'; live: Live } | { name: 'failed'; message: string }

const stateAtom = atom<RunState>({ name: 'idle' })
const controlAtom = atom<{ stop: AbortController; gate: PauseGate } | null>(null)

export const runStateAtom = atom((get) => get(stateAtom))

export const liveAtom = atom((get) => {
  const state = get(stateAtom)
  return state.name === 'running' ? state.live : null
})

/** Milliseconds between two updates of the rates while a single search takes long. */
const UPDATE = 1_000

type RunRequest = { settings: Settings; engine: RunEngine; label: string }

/** Starts a run. Does nothing while another one is under way. */
export const startRunAtom = atom(null, async (get, set, { settings, engine, label }: RunRequest) => {
  if (get(controlAtom)) return
  const control = { stop: new AbortController(), gate: pauseGate() }
  const { signal } = control.stop
  set(controlAtom, control)
  const rates = liveRates(settings.lanes)
  const paints = painter()
  let trials: readonly Trial[] = []
  const show = () => {
    if (signal.aborted) return
    const live = { settings, trials, rates: rates.take(), paused: control.gate.paused }
    set(stateAtom, { name: 'running', live })
  }
  show()
  const timer = setInterval(() => paints.isDue() && show(), UPDATE)
  try {
    const { verify } = await import('../../../workers/verify.ts')
    const measured = await profile(settings, {
      engine,
      open: openLane,
      verify,
      signal,
      onRange: rates.add,
      async between(soFar) {
        const { gate } = control
        if (gate.paused || paints.isDue()) {
          trials = soFar.slice()
          await paints.paint(show)
        }
        if (!gate.paused) return
        await Promise.race([gate.pass(), aborted(signal)])
        show()
      },
    })
    // Before anything else is awaited: a late update must not bring the running screen back.
    clearInterval(timer)
    set(stateAtom, { name: 'idle' })
    await set(addRunAtom, resultOf(settings, environment(label), measured))
  } catch (error) {
    clearInterval(timer)
    if (signal.aborted) set(stateAtom, { name: 'idle' })
    else set(stateAtom, { name: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    set(controlAtom, null)
  }
})

/** Ends the run; what it has measured so far becomes its result. */
export const stopRunAtom = atom(null, (get) => get(controlAtom)?.stop.abort())

/** Holds the run after the search under way, or lets it go on. */
export const pauseRunAtom = atom(null, (get, set, pause: boolean) => {
  const control = get(controlAtom)
  const state = get(stateAtom)
  if (!control || state.name !== 'running') return
  if (pause) control.gate.pause()
  else control.gate.resume()
  set(stateAtom, { name: 'running', live: { ...state.live, paused: pause } })
})

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
