import type { EngineChoice } from '../../workers/search.ts'
import { equip, warm } from '../crypto/equip.ts'
import type { Lane } from '../crypto/lane.ts'
import type { SearchLane } from './SearchLane.ts'

/** A lane as the product runs it: warmed up where there is time, else made ready by the first range it is handed. Keys are ASCII. */
export function equippedLane(lane: Lane): SearchLane {
  let ready: Promise<EngineChoice> | undefined
  return {
    async search(request) {
      ready ??= equip(lane, request.key.length, null)
      await ready
      return await lane.search(request)
    },
    async prepare(keyBytes) {
      const measured = await warm(lane)
      ready = equip(lane, keyBytes, measured.engine)
      const { engine } = await ready
      return { compile: null, engine }
    },
    close: () => lane.close(),
  }
}
