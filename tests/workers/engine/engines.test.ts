import { describe, expect, it } from 'vitest'
import type { Engine, KernelModules } from '../../../workers/engine/Engine.ts'
import { createEngine, firstEngine, kernelsFor, selfTest } from '../../../workers/engine/engines.ts'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import type { KernelName } from '../../../workers/kernel/Kernel.ts'
import { buildKernel } from '../../../workers/kernel/kernels.ts'
import { allEngines, allModules } from './engines.ts'

describe('kernelsFor', () => {
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
})

describe('selfTest', () => {
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

  describe('selfTest', PATIENCE, () => {
    it('passes every engine for every key length', async () => {
      for (const engine of await allEngines()) {
        for (let length = 0; length < 128; length++) {
          expect(selfTest(engine, length), `${engine.name}, ${length} bytes`).toBe(true)
        }
      }
    })

    it('fails a kernel that computes wrongly', async () => {
      const modules = { 'rolled-1': brokenModule('rolled-1'), 'rolled-2': brokenModule('rolled-2') }
      const engine = await createEngine('rolled', modules)
      expect(selfTest(engine, 48)).toBe(false)
      expect(selfTest(engine, 53)).toBe(false)
    })

    it('fails an engine that gives counters outside the range', () => {
      const engine: Engine = { name: 'rolled', search: () => 10_000_000 }
      expect(selfTest(engine, 48)).toBe(false)
    })
  })

  describe('firstEngine', PATIENCE, () => {
    const names = ['unrolled', 'rolled', 'scalar', 'javascript'] as const

    it('takes the first of the names that works', async () => {
      expect(await firstEngine(names, allModules(), 48)).toMatchObject({ name: 'unrolled' })
      expect(await firstEngine(['rolled', 'unrolled'], allModules(), 48)).toMatchObject({ name: 'rolled' })
    })

    it('goes on to the next when kernels are missing or compute wrongly', async () => {
      const broken: KernelModules = {
        ...allModules(),
        'rolled-1': brokenModule('rolled-1'),
        'unrolled-13-1': brokenModule('unrolled-13-1'),
      }
      expect(await firstEngine(names, broken, 48)).toMatchObject({ name: 'scalar' })
      expect(await firstEngine(names, {}, 48)).toMatchObject({ name: 'javascript' })
    })

    it('throws when none is left', async () => {
      await expect(firstEngine(['rolled'], {}, 48)).rejects.toThrow('No engine passes its self-test')
    })
  })
})
