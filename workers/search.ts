import type { Engine, EngineName, KernelModules, SearchRequest } from './engine/Engine.ts'
import { findFastestEngine, createTestedEngine, warmUp } from './engine/engines.ts'

/** Milliseconds after which a search also yields to timers, because a continuous stream of messages may delay them. */
const TIMER_INTERVAL_MS = 100

const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []
let timersAt = 0
port1.onmessage = () => waiting.shift()?.()

/** Yields to messages and input that are waiting, and resumes at once; a timer would cost some milliseconds. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const now = performance.now()
    if (now - timersAt > TIMER_INTERVAL_MS) {
      timersAt = now
      setTimeout(resolve)
    } else {
      waiting.push(resolve)
      port2.postMessage(null)
    }
  })
}

export type FastestEngineRequest = {
  engines: readonly EngineName[]
  modules: KernelModules
  /** The length of the keys that will be searched. It decides which kernels are tried. */
  keyBytes: number
}

const SLICE_MS = 2

const STEP_MIN = 512

let current: Engine | undefined

/** Number of attempts that take about SLICE_MS milliseconds. It is adapted to the engine's speed after each slice. */
let step = STEP_MIN

/** The running searches. Each is removed when it ends. */
const underWay = new Set<{ job: number; stopped: boolean }>()

/** Sets the engine of all later searches, and warms it up. Rejects if it does not work. */
export async function choose(name: EngineName, modules: KernelModules, keyBytes: number): Promise<void> {
  current = await createTestedEngine(name, modules, keyBytes)
  warmUp(current, keyBytes)
}

/**
 * Measures the engines and sets the fastest one for all later searches, unless another is chosen meanwhile. Measuring takes a tenth of a
 * second or more, and pauses while searches are running.
 */
export async function selectFastest({ engines, modules, keyBytes }: FastestEngineRequest) {
  const before = current
  const { engine, rate } = await findFastestEngine(engines, modules, keyBytes, async (milliseconds) => {
    if (milliseconds > 0) await sleep(milliseconds)
    else await yieldToMessages()
    while (underWay.size > 0) await sleep(SLICE_MS)
  })
  if (current === before) current = engine
  return { engine: engine.name, rate }
}

/** Ends the running searches of a job with the result null. The page sends no further ranges of this job. */
export function stop(job: number): void {
  for (const running of underWay) if (running.job === job) running.stopped = true
}

/** Searches a range with the chosen engine. Rejects if no engine has been chosen, or if the engine throws. */
export async function search(request: SearchRequest, job = 0): Promise<number | null> {
  const running = { job, stopped: false }
  underWay.add(running)
  try {
    return await searchInSlices(request, running)
  } finally {
    underWay.delete(running)
  }
}

async function searchInSlices({ from, count, ...request }: SearchRequest, running: { stopped: boolean }) {
  const end = from + count
  let yieldedAt = performance.now()
  for (let next = from; next < end;) {
    const startedAt = performance.now()
    if (startedAt - yieldedAt > SLICE_MS) {
      await yieldToMessages()
      if (running.stopped) return null
      yieldedAt = performance.now()
      continue
    }
    const tried = Math.min(step, end - next)
    if (!current) throw new Error('No engine has been chosen')
    const counter = current.search({ ...request, from: next, count: tried })
    if (counter !== null) return counter
    next += tried
    const elapsed = performance.now() - startedAt
    if (elapsed > SLICE_MS) step = Math.max(STEP_MIN, step >> 1)
    else if (elapsed < SLICE_MS / 2 && tried === step) step *= 2
  }
  return null
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
