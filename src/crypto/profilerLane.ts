import type { ForcedName, ProfilerWorker } from '../../workers/profiler.worker.ts'
import ProfilerWorkerFile from '../../workers/profiler.worker.ts?worker'
import type { SearchRequest } from '../../workers/engine/SearchRequest.ts'
import { guardWorker } from './guardWorker.ts'

/** Longest silence, in milliseconds: the slowest baseline on a slow phone needs seconds for a large range. */
const SILENCE = 60_000

/** A lane in a worker of the profiler's own, held to one engine whatever the device would choose. Keys are ASCII. */
export function profilerLane(engine: ForcedName) {
  const worker = new ProfilerWorkerFile()
  const { remote, answered, close } = guardWorker<ProfilerWorker>(worker, SILENCE)
  const search = (request: SearchRequest) => answered(remote.search({ ...request, engine }))
  return {
    search,
    ping: () => search({ key: '', difficulty: 0, from: 0, count: 0 }),
    prepare: async (keyBytes: number) => ({
      compile: await answered(remote.prepare(engine, keyBytes)),
      engine,
    }),
    close,
  }
}
