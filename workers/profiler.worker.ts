import { expose } from 'comlink'
import { baselines } from './baselines.ts'
import type { BaselineName } from './baselines.ts'
import type { EngineName, SearchRequest } from './engine/Engine.ts'
import { forcedEngine } from './forcedEngine.ts'
import type { ForcedEngine } from './forcedEngine.ts'

export type ForcedName = EngineName | BaselineName

const ready = new Map<string, Promise<ForcedEngine>>()

function readyEngine(name: EngineName, keyBytes: number): Promise<ForcedEngine> {
  const id = `${name} ${keyBytes}`
  const engine = ready.get(id) ?? forcedEngine(name, keyBytes)
  ready.set(id, engine)
  return engine
}

const worker = {
  async prepare(name: ForcedName, keyBytes: number): Promise<number | null> {
    if (name === 'hash-wasm' || name === 'subtle') return null
    return (await readyEngine(name, keyBytes)).compile
  },
  async search({ engine: name, ...request }: SearchRequest & { engine: ForcedName }): Promise<number | null> {
    // An empty range asks whether the worker is there: it must not wait for an engine.
    if (request.count === 0) return null
    if (name === 'hash-wasm' || name === 'subtle') return await baselines[name](request)
    const { engine } = await readyEngine(name, request.key.length)
    return engine.search(request)
  },
}
export type ProfilerWorker = typeof worker

expose(worker)
