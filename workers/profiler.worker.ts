import { expose } from 'comlink'
import { BASELINE_SEARCHES } from './baselines.ts'
import type { BaselineName } from './baselines.ts'
import type { EngineName, SearchRequest } from './engine/Engine.ts'
import { createForcedEngine } from './forcedEngine.ts'

export type ForcedEngineName = EngineName | BaselineName

async function start(name: ForcedEngineName, keyBytes: number) {
  if (name === 'hash-wasm' || name === 'subtle') return { search: BASELINE_SEARCHES[name], compile: null }
  const { engine, compile } = await createForcedEngine(name, keyBytes)
  return { search: engine.search, compile }
}

/** Each worker uses a single engine and keys of a single length, so the engine is started once. */
let started: ReturnType<typeof start> | undefined

const worker = {
  async prepare(name: ForcedEngineName, keyBytes: number): Promise<number | null> {
    started ??= start(name, keyBytes)
    return (await started).compile
  },
  async search({ engine, ...request }: SearchRequest & { engine: ForcedEngineName }): Promise<number | null> {
    // An empty range only asks whether the worker is alive, so it must not wait for an engine.
    if (request.count === 0) return null
    started ??= start(engine, request.key.length)
    return await (await started).search(request)
  },
}
export type ProfilerWorker = typeof worker

expose(worker)
