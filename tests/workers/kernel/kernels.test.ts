import { describe, expect, it } from 'vitest'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import type { Kernel } from '../../../workers/kernel/Kernel.ts'
import { signed, unsigned } from '../../../workers/kernel/emitWasm.ts'
import {
  AS_WRITTEN,
  IN_ORDER,
  SCALAR,
  SIMD,
  buildKernel,
  unrolledKernel,
} from '../../../workers/kernel/kernels.ts'
import { listSchedule, operandsOf, reachableWords, scheduledWords } from '../../../workers/kernel/schedule.ts'
import { INITIAL_STATE, ROUND_CONSTANTS } from '../../../workers/kernel/sha256Graph.ts'

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
})

describe('LEB128', () => {
  it('writes the examples of the standard', () => {
    expect(unsigned(624_485)).toEqual([0xe5, 0x8e, 0x26])
    expect(signed(-123_456)).toEqual([0xc0, 0xbb, 0x78])
  })

  it('takes one byte up to 127, and for signed numbers from -64 to 63', () => {
    expect([unsigned(0), unsigned(127), unsigned(128)]).toEqual([[0], [0x7f], [0x80, 0x01]])
    expect([signed(63), signed(64), signed(-64), signed(-65)]).toEqual([
      [0x3f],
      [0xc0, 0x00],
      [0x40],
      [0xbf, 0x7f],
    ])
  })
})

const [statement] = unrolledKernel(10, 1, SIMD).statements
const words = statement?.kind === 'straight' ? scheduledWords(statement) : []

describe('listSchedule', () => {
  it('computes every word once, after what it reads', () => {
    const ordered = listSchedule(words, new Set(), IN_ORDER)
    expect(new Set(ordered)).toEqual(new Set(words))
    const places = new Map(ordered.map((word, index) => [word, index]))
    const early = ordered.filter((word, index) =>
      operandsOf(word).some((operand) => (places.get(operand) ?? Infinity) >= index),
    )
    expect(early).toEqual([])
  })

  it('keeps the order of the standard for a machine that needs no other', () => {
    expect(listSchedule(words, new Set(), AS_WRITTEN)).toEqual(words)
  })
})

const hex = (words: Int32Array) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0'))

describe('the constants of FIPS 180-4', () => {
  it('begin and end as § 4.2.2 prints them', () => {
    const constants = hex(ROUND_CONSTANTS)
    expect(constants).toHaveLength(64)
    expect(constants.slice(0, 4)).toEqual(['428a2f98', '71374491', 'b5c0fbcf', 'e9b5dba5'])
    expect(constants.slice(-4)).toEqual(['90befffa', 'a4506ceb', 'bef9a3f7', 'c67178f2'])
  })

  it('are the initial hash value of § 5.3.3', () => {
    expect(hex(INITIAL_STATE).join(' ')).toBe(
      '6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19',
    )
  })
})
