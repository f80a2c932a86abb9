import type { EngineName } from '../../../workers/engine/EngineName.ts'
import { equip, KEY_BYTES, tune } from '../../crypto/equip.ts'
import { pageLane, workerLane } from '../../crypto/lane.ts'
import type { Lane } from '../../crypto/lane.ts'
import { profilerLane } from '../../crypto/profilerLane.ts'
import type { RunEngine } from '../model/RunEngine.ts'

/** What a lane is ready with: milliseconds of compiling where that is known, and the engine that it runs. */
type Prepared = { compile: number | null; engine: string | null }

/** A lane as a run uses it. */
export type SearchLane = Pick<Lane, 'search' | 'close'> & {
  /** Answers as soon as the worker runs; absent where there is no worker or no way to ask it that. */
  ping?: () => Promise<unknown>
  /** Makes the engine ready for keys of so many bytes. */
  prepare?: (keyBytes: number) => Promise<Prepared>
}

/** Opens one lane held to an engine. Rejects where the browser cannot make it. */
export type OpenLane = (engine: RunEngine) => Promise<SearchLane>

export async function openLane(engine: RunEngine): Promise<SearchLane> {
  if (engine === 'auto') return equippedLane(workerLane())
  if (engine === 'page') return equippedLane(await pageLane())
  return profilerLane(engine)
}

/** A lane as the product runs it: warmed up where there is time, else made ready by the first range it is handed. Keys are ASCII. */
function equippedLane(lane: Lane): SearchLane {
  let ready: Promise<EngineName> | undefined
  return {
    async search(request) {
      ready ??= equip(lane, request.key.length, null)
      await ready
      return await lane.search(request)
    },
    async prepare(keyBytes) {
      const engine = await equip(lane, KEY_BYTES, null)
      const tuned = await tune(lane, engine).catch(() => ({ engine }))
      ready = equip(lane, keyBytes, tuned.engine)
      return { compile: null, engine: await ready }
    },
    close: () => lane.close(),
  }
}
