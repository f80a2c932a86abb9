import type { Engine, EngineName, KernelModules, SearchRequest } from './engine/Engine.ts'
import { fastestEngine, testedEngine } from './engine/engines.ts'

/** Milliseconds after which it yields to timers, too: a stream of messages may keep them waiting. */
const TIMER_INTERVAL_MS = 100

const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []
let timersAt = 0
port1.onmessage = () => waiting.shift()?.()

/** Yields to messages and input that have arrived, and resumes at once: after a timer it would take milliseconds. */
export function yieldToMessages(): Promise<void> {
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

export type EngineRequest = {
  engines: readonly EngineName[]
  modules: KernelModules
  /** The length of the keys to come; it decides which kernels are tried. */
  keyBytes: number
}

const SLICE_MS = 2

const STEP_MIN = 512

let current: Engine | undefined

/** Attempts that take about SLICE_MS milliseconds, adapted to the engine's speed after each slice. */
let step = STEP_MIN

/** The searches under way; each is removed when it ends, so there are no more than the page waits for. */
const underWay = new Set<{ job: number; stopped: boolean }>()

/** Uses an engine from now on. Rejects where it does not work. */
export async function choose(name: EngineName, modules: KernelModules, keyBytes: number): Promise<void> {
  current = await testedEngine(name, modules, keyBytes)
}

/** Uses the fastest engine from now on, unless another is chosen meanwhile. Measures for a tenth of a second or more, and waits while searches are under way. */
export async function selectFastest({ engines, modules, keyBytes }: EngineRequest) {
  const before = current
  const { engine, rate } = await fastestEngine(engines, modules, keyBytes, async (milliseconds) => {
    if (milliseconds > 0) await sleep(milliseconds)
    else await yieldToMessages()
    while (underWay.size > 0) await sleep(SLICE_MS)
  })
  if (current === before) current = engine
  return { engine: engine.name, rate }
}

/** Ends the searches of a job that are under way: they find nothing any more. The page sends no others after this. */
export function stop(job: number): void {
  for (const running of underWay) if (running.job === job) running.stopped = true
}

/** Searches with the chosen engine. Rejects where none has been chosen, and when that one throws. */
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
    // Stryker disable next-line EqualityOperator: both sides of this one moment are right
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
