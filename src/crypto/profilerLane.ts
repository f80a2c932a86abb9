import type { BaselineName } from '../../workers/baselines.ts'
import type { ProfilerWorker } from '../../workers/profiler.worker.ts'
import { guardWorker } from './guardWorker.ts'
import type { Lane } from './lane.ts'

/** Longest silence, in milliseconds: the slowest baseline on a slow phone needs seconds for a large range. */
const SILENCE = 60_000

/** A lane in a worker of the profiler's own, held to one engine whatever the device would choose. */
export function profilerLane(engine: BaselineName): Pick<Lane, 'search' | 'close'> {
  const worker = new Worker(new URL('../../workers/profiler.worker.ts', import.meta.url), { type: 'module' })
  const { remote, answered, close } = guardWorker<ProfilerWorker>(worker, SILENCE)
  return { search: (request) => answered(remote.search({ ...request, engine })), close }
}
