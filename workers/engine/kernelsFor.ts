import type { KernelName } from '../kernel/KernelName.ts'
import type { EngineName } from './EngineName.ts'
import { layoutOf } from './layoutOf.ts'

/** Digits of the longest counter. */
const DIGITS_MAX = 7

/** The kernels that an engine needs for keys of `keyBytes` bytes; `digits` limits that to counters with this many digits. */
export function kernelsFor(engine: EngineName, keyBytes: number, digits?: number): KernelName[] {
  if (engine === 'javascript') return []
  const lengths = digits ? [digits] : Array.from({ length: DIGITS_MAX }, (_, index) => index + 1)
  const names = lengths.map((length): KernelName => {
    const { word, blocks } = layoutOf(keyBytes, length)
    return engine === 'rolled' ? `rolled-${blocks}` : `${engine}-${word}-${blocks}`
  })
  return [...new Set(names)]
}
