import { fastestEngine, firstEngine } from './engine/chooseEngine.ts'
import type { Engine, KernelModules } from './engine/Engine.ts'
import type { EngineName } from './engine/EngineName.ts'
import type { SearchRequest } from './searchRequest.ts'

/** What a lane is given before it searches: the engines to try, in order, and the kernels that they need. */
export type EngineRequest = {
  engines: readonly EngineName[]
  modules: KernelModules
  /** The length of the keys to come; it decides which kernels are tried. */
  keyBytes: number
  /** Whether to search in vain with all engines for a few milliseconds and keep the fastest, not the first that works. */
  measure: boolean
}

/** The engine that a lane has chosen, and its attempts per millisecond where it was measured. */
export type EngineChoice = { engine: EngineName; rate: number | null }

let current: Promise<Engine> | undefined

/** Chooses the engine for the searches that follow. Rejects when none of them passes its self-test. */
export async function choose({ engines, modules, keyBytes, measure }: EngineRequest): Promise<EngineChoice> {
  if (!measure) {
    const engine = await firstEngine(engines, modules, keyBytes)
    current = Promise.resolve(engine)
    return { engine: engine.name, rate: null }
  }
  const { engine, rate } = await fastestEngine(engines, modules, keyBytes)
  current = Promise.resolve(engine)
  return { engine: engine.name, rate }
}

/** A counter of the range that solves the challenge, or null when the range holds none. JavaScript takes over from an engine that fails. */
export async function search(request: SearchRequest): Promise<number | null> {
  current ??= firstEngine(['javascript'], {}, request.key.length)
  const engine = await current
  try {
    return engine.search(request)
  } catch {
    current = firstEngine(['javascript'], {}, request.key.length)
    return (await current).search(request)
  }
}
