import { expect, it } from 'vitest'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import type { Kernel } from '../../../workers/kernel/Kernel.ts'
import { AS_WRITTEN, SCALAR, SIMD, buildKernel, unrolledKernel } from '../../../workers/kernel/kernels.ts'
import { listSchedule, reachableWords, scheduledWords } from '../../../workers/kernel/schedule.ts'

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

it.each(KERNEL_NAMES)('buildKernel makes a valid module of %s', (name) => {
  expect(WebAssembly.validate(buildKernel(name))).toBe(true)
})

it('the number of operations an attempt costs stays what folding has left of 64 rounds', () => {
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

const [statement] = unrolledKernel(10, 1, SIMD).statements
const words = statement?.kind === 'straight' ? scheduledWords(statement) : []

it('listSchedule keeps the order of the standard for a machine that needs no other', () => {
  expect(listSchedule(words, new Set(), AS_WRITTEN)).toEqual(words)
})
