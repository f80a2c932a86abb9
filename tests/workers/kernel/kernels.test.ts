import { describe, expect, it } from 'vitest'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import type { Kernel } from '../../../workers/kernel/Kernel.ts'
import { SCALAR, SIMD, buildKernel, rolledKernel, unrolledKernel } from '../../../workers/kernel/kernels.ts'
import { reachableWords } from '../../../workers/kernel/schedule.ts'

/** Operations written out in a kernel, by kind. */
function operationsOf(kernel: Kernel): Record<string, number> {
  const counts: Record<string, number> = {}
  const straight = kernel.statements.flatMap((statement) =>
    statement.kind === 'repeat' ? statement.body : [statement],
  )
  for (const statement of straight) {
    if (statement.kind !== 'straight') continue
    for (const { operation } of reachableWords(statement)) counts[operation] = (counts[operation] ?? 0) + 1
  }
  return counts
}

describe('buildKernel', () => {
  it.each(KERNEL_NAMES)('makes a valid module of %s', (name) => {
    expect(WebAssembly.validate(buildKernel(name))).toBe(true)
  })

  it('makes the same bytes every time', () => {
    expect(buildKernel('unrolled-13-1')).toEqual(buildKernel('unrolled-13-1'))
  })
})

describe('the number of operations an attempt costs', () => {
  it('stays what folding has left of 64 rounds', () => {
    expect(operationsOf(unrolledKernel(10, 1, SIMD))).toMatchInlineSnapshot(`
      {
        "add": 936,
        "and": 106,
        "load": 79,
        "shl": 462,
        "shr": 534,
        "xor": 569,
      }
    `)
    expect(operationsOf(unrolledKernel(13, 1, SCALAR))).toMatchInlineSnapshot(`
      {
        "add": 444,
        "and": 100,
        "load": 76,
        "rotr": 432,
        "shr": 66,
        "xor": 533,
      }
    `)
  })

  it('is small for kernels that are loops', () => {
    expect(operationsOf(rolledKernel(1, SIMD, 4))).toMatchInlineSnapshot(`
      {
        "add": 105,
        "and": 12,
        "load": 31,
        "shl": 52,
        "shr": 60,
        "store": 2,
        "xor": 66,
      }
    `)
  })
})
