import { workerLane } from '../crypto/lane.ts'
import type { Lane } from '../crypto/lane.ts'
import { pageLane } from '../crypto/pageLane.ts'
import { profilerLane } from '../crypto/profilerLane.ts'
import type { EngineName } from './engines.ts'

export type SearchLane = Pick<Lane, 'search' | 'close'> & {
  /** Makes the engine ready for keys of so many bytes and gives the milliseconds of compiling, null where there is none. */
  prepare?: (keyBytes: number) => Promise<number | null>
}

/** Opens one lane held to an engine. Rejects where the browser cannot make it. */
export type OpenLane = (engine: EngineName) => Promise<SearchLane>

export async function openLane(engine: EngineName): Promise<SearchLane> {
  if (engine === 'auto') return workerLane()
  if (engine === 'page') return await pageLane()
  return profilerLane(engine)
}
