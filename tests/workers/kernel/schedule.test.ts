import { describe, expect, it } from 'vitest'
import { AS_WRITTEN, IN_ORDER, SIMD, unrolledKernel } from '../../../workers/kernel/kernels.ts'
import { listSchedule, operandsOf, scheduledWords } from '../../../workers/kernel/schedule.ts'

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
