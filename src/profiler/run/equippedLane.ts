import type { EngineName } from '../../../workers/engine/EngineName.ts'
import { equip, KEY_BYTES, tune } from '../../crypto/equip.ts'
import type { Lane } from '../../crypto/lane.ts'
import type { SearchLane } from './SearchLane.ts'

/** A lane as the product runs it: warmed up where there is time, else made ready by the first range it is handed. Keys are ASCII. */
export function equippedLane(lane: Lane): SearchLane {
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
