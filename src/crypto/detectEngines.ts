import type { EngineName } from '../../workers/engine/Engine.ts'

/** A module with one SIMD function: valid only where the browser supports WebAssembly SIMD. */
// oxfmt-ignore
const SIMD_MODULE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b,
  0x03, 0x02, 0x01, 0x00,
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b,
)

/** The engines that this browser can run before kernels for the key's length are fetched: fastest first, JavaScript last. */
export function detectEngines(): Exclude<EngineName, 'unrolled'>[] {
  if (typeof WebAssembly !== 'object') return ['javascript']
  return WebAssembly.validate(SIMD_MODULE) ? ['rolled', 'scalar', 'javascript'] : ['scalar', 'javascript']
}
