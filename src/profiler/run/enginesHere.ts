import { detectEngines } from '../../crypto/detectEngines.ts'
import { RUN_ENGINES } from '../model/settings.ts'
import type { RunEngine } from '../model/settings.ts'

export function enginesHere(): RunEngine[] {
  const tiers: readonly string[] = detectEngines()
  const simd = tiers.includes('rolled')
  const wasm = tiers.includes('scalar')
  // Absent over plain http.
  const subtle = globalThis.crypto?.subtle !== undefined
  const has: Record<RunEngine, boolean> = {
    auto: true,
    unrolled: simd,
    rolled: simd,
    scalar: wasm,
    javascript: true,
    page: true,
    'hash-wasm': wasm,
    subtle,
  }
  return RUN_ENGINES.filter((engine) => has[engine])
}
