import type { Engine, EngineName, KernelModules, SearchRequest } from '../../workers/engine/Engine.ts'
import { createEngine, measureEngineRate } from '../../workers/engine/engines.ts'

/** A message to a bare worker: the engine to use, a range to search, or for how many milliseconds to measure its rate. */
export type BareWorkerTask =
  | { engine: EngineName; modules: KernelModules }
  | SearchRequest
  | { measure: number; keyBytes: number }

let engine: Promise<Engine> | undefined

/** Handles plain messages with one answer each, without a library, slices or cancelling. */
globalThis.addEventListener('message', async ({ data }: MessageEvent<BareWorkerTask>) => {
  if ('engine' in data) {
    engine = createEngine(data.engine, data.modules)
    return
  }
  const ready = await engine
  if (!ready) return
  const answer =
    'measure' in data ? measureEngineRate(ready, data.keyBytes, data.measure) : ready.search(data)
  globalThis.postMessage(answer)
})
