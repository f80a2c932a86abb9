import { expect, it } from 'vitest'
import type { Kernel } from '../../../workers/kernel/Kernel.ts'
import { unrolledKernel } from '../../../workers/kernel/kernels.ts'
import { reachableWords } from '../../../workers/kernel/schedule.ts'

/** Operations written out in a kernel, by kind. */
function operationsOf(kernel: Kernel): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { operation } of kernel.statements.flatMap(reachableWords))
    counts[operation] = (counts[operation] ?? 0) + 1
  return counts
}

it('the number of operations an attempt costs stays what folding has left of 64 rounds', () => {
  const [scalar, simd] = [unrolledKernel(10, 1, false), unrolledKernel(13, 1, true)].map(operationsOf)
  expect(scalar).toEqual({ add: 936, and: 106, load: 79, shl: 462, shr: 534, xor: 569 })
  expect(simd).toEqual({ add: 444, and: 100, load: 76, rotr: 432, shr: 66, xor: 533 })
})
