import type { ForcedName, ProfilerWorker } from '../../workers/profiler.worker.ts'
import type { SearchRequest } from '../../workers/searchRequest.ts'
import { guardWorker } from './guardWorker.ts'

/** Longest silence, in milliseconds: the slowest baseline on a slow phone needs seconds for a large range. */
const SILENCE = 60_000

/** A lane in a worker of the profiler's own, held to one engine whatever the device would choose. Keys are ASCII. */
export function profilerLane(engine: ForcedName) {
  const worker = new Worker(new URL('../../workers/profiler.worker.ts', import.meta.url), { type: 'module' })
  const { remote, answered, close } = guardWorker<ProfilerWorker>(worker, SILENCE)
  return {
    search: (request: SearchRequest) => answered(remote.search({ ...request, engine })),
    /** Milliseconds that compiling the engine took; null where nothing is compiled. */
    prepare: (keyBytes: number) => answered(remote.prepare(engine, keyBytes)),
    close,
  }
}
