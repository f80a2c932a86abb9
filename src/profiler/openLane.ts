import { workerLane } from '../crypto/lane.ts'
import type { Lane } from '../crypto/lane.ts'
import { pageLane } from '../crypto/pageLane.ts'
import { profilerLane } from '../crypto/profilerLane.ts'
import type { EngineName } from './engines.ts'

export type SearchLane = Pick<Lane, 'search' | 'close'> & {
  /** Makes the engine ready and says how many milliseconds that took; absent where nothing is to be made ready. */
  prepare?: () => Promise<number>
}

/** Opens one lane held to an engine. Rejects where the browser cannot make it. */
export type OpenLane = (engine: EngineName) => Promise<SearchLane>

export async function openLane(engine: EngineName): Promise<SearchLane> {
  if (engine === 'auto') return workerLane()
  if (engine === 'page') return await pageLane()
  return profilerLane(engine)
}
