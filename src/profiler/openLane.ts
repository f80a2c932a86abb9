import { warm } from '../crypto/equip.ts'
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
  if (engine === 'auto') return withPreparation(workerLane())
  if (engine === 'page') return withPreparation(await pageLane())
  return profilerLane(engine)
}

function withPreparation(lane: Lane): SearchLane {
  return {
    ...lane,
    async prepare() {
      const startedAt = performance.now()
      await warm(lane)
      return performance.now() - startedAt
    },
  }
}
