import { atom } from 'jotai/vanilla'
import { abortable } from '../../../contract/async.ts'
import { createPart } from '../../lib/loadChunk.ts'
import type { Result, Trial } from '../model/result.ts'
import { configurationsOf } from '../model/settings.ts'
import type { Settings } from '../model/settings.ts'
import { addRunAtom } from '../runs/runs.ts'
import type { RunRequest } from './profile.ts'
import type { OnRange } from './trials.ts'

/** Sums what the lanes report between two readings of the rates. */
export function liveRates(lanes: number): { add: OnRange; take: () => (number | null)[] } {
  const attempts = new Float64Array(lanes)
  const milliseconds = new Float64Array(lanes)
  return {
    add(lane, count, time) {
      attempts[lane] = (attempts[lane] ?? 0) + count
      milliseconds[lane] = (milliseconds[lane] ?? 0) + time
    },
    /** Attempts per second of every lane since the last reading; null for one that finished no range. */
    take() {
      const rates = Array.from(attempts, (count, lane) => {
        const time = milliseconds[lane] ?? 0
        return count > 0 && time > 0 ? (count / time) * 1000 : null
      })
      attempts.fill(0)
      milliseconds.fill(0)
      return rates
    },
  }
}

/** Least milliseconds between two paints: at most 2.5 a second. */
const INTERVAL = 400

/** Painting takes at most one part in this many of the time: on slow phones there are fewer paints. */
const PARTS = 10

/** Longest wait for a frame, in milliseconds: a hidden tab never gets one. */
const FRAME = 100

/** Says when it is time to paint, and waits until a paint is over so that it never runs beside a search. */
export function painter() {
  let paintedAt = performance.now()
  let interval = INTERVAL
  return {
    isDue: () => performance.now() - paintedAt >= interval,
    async paint(draw: () => void): Promise<void> {
      const startedAt = performance.now()
      draw()
      await frame()
      paintedAt = performance.now()
      interval = Math.max(INTERVAL, (paintedAt - startedAt) * PARTS)
    },
  }
}

function frame(): Promise<void> {
  return new Promise((resolve) => {
    // The timer behind the frame's callback fires once the frame has been painted.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME)
  })
}

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

/** What a running measurement shows. `trials` is a copy: it does not grow under the reader. */
export type Live = {
  settings: Settings
  /** Those of the first configuration. */
  trials: readonly Trial[]
  /** Those of every configuration, in the order of their start. */
  all: readonly Trial[]
  rates: (number | null)[]
  paused: boolean
  /** Seconds at full load so far, once the trials are over. */
  sustained?: number | undefined
}

type RunState = { name: 'idle' } | { name: 'running'; live: Live } | { name: 'failed'; message: string }

/** How the last run of this page ended; null before, and while another one is under way. */
export type RunEnd = { result: Result } | { error: string }

const stateAtom = atom<RunState>({ name: 'idle' })
const endAtom = atom<RunEnd | null>(null)
const controlAtom = atom<{ stop: AbortController; gate: PauseGate } | null>(null)

export const runStateAtom = atom((get) => get(stateAtom))
export const runEndAtom = atom((get) => get(endAtom))

export const liveAtom = atom((get) => {
  const state = get(stateAtom)
  return state.name === 'running' ? state.live : null
})

/** Milliseconds between two updates of the rates while a single search takes long. */
const UPDATE = 1_000

/** What measures: fetched once the page is idle, or with the first run. */
export const measurePart = createPart(async () => (await import('./profile.ts')).measureDevice)

/** Starts a run. Does nothing while another one is under way. */
export const startRunAtom = atom(null, async (get, set, request: RunRequest) => {
  if (get(controlAtom)) return
  const { settings } = request
  const control = { stop: new AbortController(), gate: pauseGate() }
  const { signal } = control.stop
  set(controlAtom, control)
  set(endAtom, null)
  const rates = liveRates(Math.max(...configurationsOf(settings).map(({ lanes }) => lanes)))
  const paints = painter()
  let trials: readonly Trial[] = []
  let all: readonly Trial[] = []
  let sustained: number | undefined
  const show = () => {
    if (signal.aborted) return
    const live = { settings, trials, all, rates: rates.take(), paused: control.gate.paused, sustained }
    set(stateAtom, { name: 'running', live })
  }
  show()
  const timer = setInterval(() => paints.isDue() && show(), UPDATE)
  try {
    const measureDevice = await measurePart.load()
    const result = await measureDevice(request, {
      signal,
      onRange: rates.add,
      held: () => control.gate.paused,
      async sustaining(seconds) {
        sustained = seconds
        if (paints.isDue()) await paints.paint(show)
      },
      async rest() {
        if (control.gate.paused) await abortable(control.gate.pass(), signal).catch(() => undefined)
      },
      async between(soFar, allSoFar) {
        const { gate } = control
        if (gate.paused || paints.isDue()) {
          trials = soFar.slice()
          all = allSoFar.slice()
          await paints.paint(show)
        }
        if (!gate.paused) return
        await abortable(gate.pass(), signal).catch(() => undefined)
        show()
      },
    })
    // Before anything else is awaited: a late update must not bring the running screen back.
    clearInterval(timer)
    set(controlAtom, null)
    set(stateAtom, { name: 'idle' })
    const kept = set(addRunAtom, result)
    set(endAtom, { result })
    // Not awaited here: the next run may start while this one is being kept.
    return kept
  } catch (error) {
    clearInterval(timer)
    set(controlAtom, null)
    const message = error instanceof Error ? error.message : String(error)
    set(stateAtom, signal.aborted ? { name: 'idle' } : { name: 'failed', message })
    set(endAtom, { error: message })
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
