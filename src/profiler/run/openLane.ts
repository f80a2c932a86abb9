import { workerLane } from '../../crypto/lane.ts'
import { pageLane } from '../../crypto/pageLane.ts'
import { profilerLane } from '../../crypto/profilerLane.ts'
import type { EngineName } from '../model/engines.ts'
import { equippedLane } from './equippedLane.ts'
import type { SearchLane } from './SearchLane.ts'

/** Opens one lane held to an engine. Rejects where the browser cannot make it. */
export type OpenLane = (engine: EngineName) => Promise<SearchLane>

export async function openLane(engine: EngineName): Promise<SearchLane> {
  if (engine === 'auto') return equippedLane(workerLane())
  if (engine === 'page') return equippedLane(await pageLane())
  return profilerLane(engine)
}
