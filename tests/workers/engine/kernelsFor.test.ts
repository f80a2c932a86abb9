import { describe, expect, it } from 'vitest'
import { kernelsFor } from '../../../workers/engine/engines.ts'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'

describe('kernelsFor', () => {
  it('names what a key of 48 characters needs', () => {
    expect(kernelsFor('rolled', 48)).toEqual(['rolled-1'])
    expect(kernelsFor('unrolled', 48)).toEqual(['unrolled-12-1', 'unrolled-13-1'])
    expect(kernelsFor('scalar', 48, 7)).toEqual(['scalar-13-1'])
    expect(kernelsFor('javascript', 48)).toEqual([])
  })

  it('names only kernels that exist', () => {
    const names = ['rolled', 'unrolled', 'scalar'] as const
    const needed = names.flatMap((name) =>
      Array.from({ length: 129 }, (_, length) => kernelsFor(name, length)).flat(),
    )
    expect(needed.filter((name) => !KERNEL_NAMES.includes(name))).toEqual([])
  })
})
