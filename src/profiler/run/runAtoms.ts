import { atom } from 'jotai/vanilla'
import { abortable } from '../../../contract/async.ts'
import { lazyModule } from '../../lib/loadChunk.ts'
import type { RunResult, Trial } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import { addRunAtom } from '../runs/runs.ts'
import type { RunRequest } from './profile.ts'

/** Minimum milliseconds between two paints, which allows at most 2.5 a second. */
const PAINT_INTERVAL_MS = 400

/** Longest wait for an animation frame, in milliseconds: a hidden tab never gets one. */
const FRAME_TIMEOUT_MS = 100

function frame(): Promise<void> {
  return new Promise((resolve) => {
    // The timer that is set in the frame's callback fires after the frame has been painted.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME_TIMEOUT_MS)
  })
}

function pauseGate() {
  let closed: Promise<void> | null = null
  let open = () => {}
  return {
    isPaused: () => closed !== null,
    pause: () => void (closed ??= new Promise((resolve) => (open = resolve))),
    resume(): void {
      open()
      closed = null
    },
    async pass(signal: AbortSignal): Promise<void> {
      if (closed) await abortable(closed, signal).catch(() => undefined)
    },
  }
}

export type RunningState = {
  settings: RunSettings
  trials: readonly Trial[]
  all: readonly Trial[]
  paused: boolean
  sustained?: number | undefined
  turn: { run: number; of: number }
}

type Running = {
  name: 'running'
  live: RunningState
  stop: AbortController
  gate: ReturnType<typeof pauseGate>
}
type RunState = { name: 'idle' } | Running | { name: 'failed'; message: string }

/** How the last run of this page ended; null before the first one and while a run is under way. */
export type RunEnd = { result: RunResult } | { error: string }

const writableRunStateAtom = atom<RunState>({ name: 'idle' })
const endAtom = atom<RunEnd | null>(null)

export const runStateAtom = atom((get) => get(writableRunStateAtom))
export const runEndAtom = atom((get) => get(endAtom))

export const runningStateAtom = atom((get) => {
  const state = get(writableRunStateAtom)
  return state.name === 'running' ? state.live : null
})

export const measureDeviceModule = lazyModule(async () => (await import('./profile.ts')).measureDevice)

/** A request for one more run like this one. */
export const requestOf = ({ settings, unmet, environment }: RunResult): RunRequest => ({
  settings,
  unmet,
  label: environment.label,
})

export const startRunAtom = atom(null, async (get, set, request: RunRequest, repeated?: number) => {
  const times = repeated ?? 1
  if (get(writableRunStateAtom).name === 'running') return
  const kept: Promise<void>[] = []
  for (let run = 1; run <= times; run++) {
    const ended = await set(runOnceAtom, request, { run, of: times })
    if (!ended) return
    kept.push(ended.kept)
    if (ended.stopped) break
  }
  // Saving is awaited only here, because the next run may start while this one is being saved.
  await Promise.all(kept)
})

const runOnceAtom = atom(null, async (_, set, request: RunRequest, turn: RunningState['turn']) => {
  const { settings } = request
  const [stop, gate] = [new AbortController(), pauseGate()]
  const { signal } = stop
  if (turn.run === 1) set(endAtom, null)
  let live: RunningState = { settings, trials: [], all: [], paused: false, turn }
  let paintedAt = performance.now()
  const show = (changes: Partial<RunningState>) => {
    if (signal.aborted) return
    live = { ...live, ...changes, paused: gate.isPaused() }
    set(writableRunStateAtom, { name: 'running', live, stop, gate })
  }
  /** Paints if enough time has passed, and waits until that is done, so that painting never runs beside a search. */
  const paint = async (changes: () => Partial<RunningState>) => {
    if (performance.now() - paintedAt < PAINT_INTERVAL_MS && !gate.isPaused()) return
    show(changes())
    await frame()
    paintedAt = performance.now()
  }
  show({})
  try {
    const measureDevice = await measureDeviceModule.load()
    const result = await measureDevice(request, {
      signal,
      held: gate.isPaused,
      sustaining: (sustained) => paint(() => ({ sustained })),
      rest: () => gate.pass(signal),
      async between(trials, all) {
        await paint(() => ({ trials: trials.slice(), all: all.slice() }))
        if (!gate.isPaused()) return
        await gate.pass(signal)
        show({})
      },
    })
    set(writableRunStateAtom, { name: 'idle' })
    const kept = set(addRunAtom, result)
    set(endAtom, { result })
    return { kept, stopped: signal.aborted }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    set(writableRunStateAtom, signal.aborted ? { name: 'idle' } : { name: 'failed', message })
    set(endAtom, { error: message })
    return null
  }
})

export const stopRunAtom = atom(null, (get) => {
  const state = get(writableRunStateAtom)
  if (state.name === 'running') state.stop.abort()
})

export const pauseRunAtom = atom(null, (get, set, paused: boolean) => {
  const state = get(writableRunStateAtom)
  if (state.name !== 'running') return
  if (paused) state.gate.pause()
  else state.gate.resume()
  set(writableRunStateAtom, { ...state, live: { ...state.live, paused } })
})
