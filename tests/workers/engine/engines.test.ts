import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planAttemptGroups, computeLayout } from '../../../workers/engine/KernelSearch.ts'
import type { Engine, KernelModules } from '../../../workers/engine/Engine.ts'
import {
  warmUp,
  createEngine,
  findFastestEngine,
  kernelNamesFor,
  passesSelfTest,
  createTestedEngine,
} from '../../../workers/engine/engines.ts'
import { VARYING_WORDS } from '../../../workers/kernel/Kernel.ts'
import type { KernelName } from '../../../workers/kernel/Kernel.ts'
import { buildKernel } from '../../../workers/kernel/kernels.ts'
import { allEngines, allModules, solutionsByNode } from './solutions.ts'

it('kernelNamesFor names what a key of 48 characters needs', () => {
  expect(kernelNamesFor('rolled', 48)).toEqual(['rolled-1'])
  expect(kernelNamesFor('unrolled', 48)).toEqual(['unrolled-12-1', 'unrolled-13-1'])
  expect(kernelNamesFor('scalar', 48, 7)).toEqual(['scalar-13-1'])
  expect(kernelNamesFor('javascript', 48)).toEqual([])
})

/** A kernel that compiles but computes wrongly: one addition has become a subtraction. */
function brokenModule(name: KernelName): WebAssembly.Module {
  const bytes = buildKernel(name)
  const addition = [0xfd, 0xae, 0x01]
  for (let index = Math.floor(bytes.length / 2); index < bytes.length; index++) {
    if (addition.some((byte, offset) => bytes[index + offset] !== byte)) continue
    bytes[index + 1] = 0xb1
    break
  }
  return new WebAssembly.Module(bytes)
}

/** Generating all kernels takes a while on a busy machine. */
const PATIENCE = { timeout: 60_000 }

describe('passesSelfTest', PATIENCE, () => {
  it('every engine passes the self-test for every key length', async () => {
    for (const engine of await allEngines()) {
      for (let length = 0; length < 128; length++) {
        expect(passesSelfTest(engine, length), `${engine.name}, ${length} bytes`).toBe(true)
      }
    }
  })

  it('a kernel that computes wrongly fails the self-test', async () => {
    const modules = { 'rolled-1': brokenModule('rolled-1'), 'rolled-2': brokenModule('rolled-2') }
    const engine = await createEngine('rolled', modules)
    expect(passesSelfTest(engine, 48)).toBe(false)
    expect(passesSelfTest(engine, 53)).toBe(false)
  })

  it('an engine that returns counters outside the range fails the self-test', () => {
    const engine: Engine = { name: 'rolled', search: () => 10_000_000 }
    expect(passesSelfTest(engine, 48)).toBe(false)
  })
})

describe('createTestedEngine', PATIENCE, () => {
  it('createTestedEngine returns an engine whose kernels work', async () => {
    expect(await createTestedEngine('unrolled', allModules(), 48)).toMatchObject({ name: 'unrolled' })
    expect(await createTestedEngine('javascript', {}, 48)).toMatchObject({ name: 'javascript' })
  })

  it('createTestedEngine throws if kernels are missing or compute wrongly', async () => {
    const broken: KernelModules = {
      ...allModules(),
      'rolled-1': brokenModule('rolled-1'),
      'unrolled-13-1': brokenModule('unrolled-13-1'),
    }
    await expect(createTestedEngine('unrolled', broken, 48)).rejects.toThrow(
      'The unrolled engine fails its self-test',
    )
    await expect(createTestedEngine('rolled', broken, 48)).rejects.toThrow(
      'The rolled engine fails its self-test',
    )
    await expect(createTestedEngine('scalar', {}, 48)).rejects.toThrow('No scalar kernel')
  })
})

it('findFastestEngine skips engines that do not work, and throws if none is left', async () => {
  const rest = async () => {}
  const { engine } = await findFastestEngine(['rolled', 'javascript'], {}, 48, rest)
  expect(engine.name).toBe('javascript')
  await expect(findFastestEngine(['rolled'], {}, 48, rest)).rejects.toThrow('No engine passes its self-test')
})

const keyBytes = fc.integer({ min: 0, max: 300 })
const digits = fc.integer({ min: 1, max: 7 })

describe('layoutOf', () => {
  it('the layout keeps the varying digits in one word for which there is a kernel', () => {
    fc.assert(
      fc.property(keyBytes, digits, (keyBytes, digits) => {
        const { inner, suffix, blocks, word, shift, inSecond } = computeLayout(keyBytes, digits)
        const first = (keyBytes % 64) + digits - suffix - inner
        const last = first + inner - 1
        expect(first >> 2).toBe(last >> 2)
        expect((last >> 2) - (inSecond ? 16 : 0)).toBe(word)
        expect(shift).toBe(8 * (3 - (last % 4)))
        expect(VARYING_WORDS[blocks] as readonly number[]).toContain(word)
      }),
    )
  })

  it('the layout lets 1,000 counters or more vary for a key of 36 or 48 bytes and seven digits', () => {
    expect(computeLayout(36, 7)).toMatchObject({ word: 10, inner: 3, suffix: 0, blocks: 1 })
    expect(computeLayout(48, 7)).toMatchObject({ word: 13, inner: 3, suffix: 0, blocks: 1 })
    expect(computeLayout(48, 5)).toMatchObject({ word: 12, inner: 4, suffix: 1, blocks: 1 })
  })
})

it('every counter of a range is tried exactly once', () => {
  fc.assert(
    fc.property(keyBytes, digits, fc.nat(), fc.nat({ max: 3_000 }), (keyBytes, digits, offset, count) => {
      const lowest = digits === 1 ? 0 : 10 ** (digits - 1)
      const from = lowest + (offset % (10 ** digits - lowest))
      const to = Math.min(10 ** digits, from + count)
      const layout = computeLayout(keyBytes, digits)
      const counters = [...planAttemptGroups(layout, from, to)].flatMap((group) =>
        Array.from(
          { length: group.to - group.from },
          (_, index) => group.base + (group.from + index) * 10 ** layout.suffix,
        ),
      )
      const expected = Array.from({ length: to - from }, (_, index) => from + index)
      expect(counters.sort((one, other) => one - other)).toEqual(expected)
    }),
  )
})

/** Anything that can be asked: keys of up to 200 characters, ranges that begin anywhere. */
const request = fc.record({
  key: fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 60 })),
  difficulty: fc.integer({ min: 0, max: 3 }),
  from: fc.oneof(
    fc.integer({ min: 0, max: 9_999_999 }),
    fc.constantFrom(0, 9, 99, 999, 9_999, 99_999, 999_999),
  ),
  count: fc.integer({ min: 0, max: 600 }),
})

const engines = await allEngines()

it.each(engines)(
  'the $name engine gives one of the solutions of a range, or says that it has none',
  ({ search }) => {
    fc.assert(
      fc.property(request, ({ key, difficulty, from, count }) => {
        const solutions: (number | null)[] = solutionsByNode(key, difficulty, from, from + count)
        const found = search({ key, difficulty, from, count })
        expect(solutions.length > 0 ? solutions : [null]).toContain(found)
      }),
    )
  },
)

it.each([
  ['rolled', [[10_000, 24_576]]],
  // A browser that does not compile it would need too long.
  ['javascript', []],
] as const)('warming up %s makes the attempts %o', (name, attempts) => {
  const made: [from: number, count: number][] = []
  const engine: Engine = { name, search: ({ from, count }) => (made.push([from, count]), null) }
  warmUp(engine, 48)
  expect(made).toEqual(attempts)
})
