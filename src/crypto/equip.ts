import type { EngineName } from '../../workers/engine/EngineName.ts'
import { kernelsFor } from '../../workers/engine/kernelsFor.ts'
import type { EngineChoice } from '../../workers/search.ts'
import { detectTiers } from './detectTiers.ts'
import { loadedKernels, loadKernels } from './kernels.ts'
import type { Lane } from './lane.ts'

/** Length of the keys that the API hands out; lanes are made ready for it before the key is known. */
export const KEY_BYTES = 48

/** Digits of the counters that most searches end with: unrolled kernels are fetched for these only, beyond them the rolled one goes on. */
const COMMON_DIGITS = 6

/** Makes a lane ready for keys of some length with the first tier that works; unrolled kernels only if they are wanted, and here. */
export async function equip(lane: Lane, keyBytes: number, wanted: EngineName | null): Promise<EngineChoice> {
  for (const tier of detectTiers()) {
    try {
      const modules = await loadKernels(kernelsFor(tier, keyBytes))
      if (tier !== 'rolled' || wanted !== 'unrolled') {
        return await lane.choose({ engines: [tier], modules, keyBytes, measure: false })
      }
      const unrolled = loadedKernels(kernelsFor('unrolled', keyBytes, COMMON_DIGITS))
      const engines = ['unrolled', tier] as const
      return await lane.choose({ engines, modules: { ...modules, ...unrolled }, keyBytes, measure: false })
    } catch (error) {
      if (tier === 'javascript') throw error
    }
  }
  throw new Error('No engine works')
}

/** Makes a lane ready for the keys to come, runs it up to speed, and finds out which kernels are faster on this device. */
export async function warm(lane: Lane): Promise<EngineChoice> {
  const { engine } = await equip(lane, KEY_BYTES, null)
  const engines: readonly EngineName[] = engine === 'rolled' ? ['unrolled', 'rolled'] : [engine]
  const names = engines.flatMap((name) =>
    kernelsFor(name, KEY_BYTES, name === 'unrolled' ? COMMON_DIGITS : undefined),
  )
  return await loadKernels(names).then(
    (modules) => lane.choose({ engines, modules, keyBytes: KEY_BYTES, measure: true }),
    () => ({ engine, rate: null }),
  )
}
