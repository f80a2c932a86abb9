import type { EngineName } from '../../workers/engine/Engine.ts'

/** A module with one SIMD function. It is valid only if the browser supports WebAssembly SIMD. */
// oxfmt-ignore
const SIMD_MODULE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b,
  0x03, 0x02, 0x01, 0x00,
  0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b,
)

/** `refused`: the browser has WebAssembly, but a content policy without `'wasm-unsafe-eval'` or a lack of memory prevents its use. */
export type WebAssemblyLevel = 'simd' | 'scalar' | 'refused' | 'absent'

/** Says how much of WebAssembly this browser can use. */
export function detectWebAssemblyLevel(): WebAssemblyLevel {
  if (typeof WebAssembly !== 'object') return 'absent'
  try {
    // This compiles an empty module, because `validate` does not respect a content policy.
    void new WebAssembly.Module(SIMD_MODULE.slice(0, 8))
    void new WebAssembly.Memory({ initial: 1, maximum: 1 })
  } catch {
    return 'refused'
  }
  return WebAssembly.validate(SIMD_MODULE) ? 'simd' : 'scalar'
}

/** Lists the engines that this browser can run before kernels for the key's length are fetched: the fastest first, JavaScript last. */
export function detectEngines(): Exclude<EngineName, 'unrolled'>[] {
  const level = detectWebAssemblyLevel()
  if (level === 'simd') return ['rolled', 'scalar', 'javascript']
  return level === 'scalar' ? ['scalar', 'javascript'] : ['javascript']
}
