import { beforeAll, describe, expect, it } from 'vitest'
import type { Engine, EngineName } from '../../../workers/engine/Engine.ts'
import { createEngine } from '../../../workers/engine/engines.ts'
import { allModules } from './engines.ts'
import { solutionsBy, solves } from './solutions.ts'

const ATTEMPTS = 10_000_000
const DIFFICULTY = 4

/** JavaScript takes three times as long, so it searches only these. */
const JAVASCRIPT_LENGTHS: ReadonlySet<number> = new Set([36, 48])

/** Compares the engines with each other over all counters, for keys of these lengths in bytes. */
export function describeEverySolution(lengths: readonly number[]): void {
  describe('every solution of the 10,000,000 counters at difficulty 4', () => {
    const engines = new Map<EngineName, Engine>()

    beforeAll(async () => {
      const modules = allModules()
      for (const name of ['unrolled', 'rolled', 'scalar', 'javascript'] as const) {
        engines.set(name, await createEngine(name, modules))
      }
    })

    it.each(lengths)('is the same for all engines with a key of %i bytes', { timeout: 120_000 }, (length) => {
      const key = 'c'.repeat(length)
      const found = [...engines.values()]
        .filter(({ name }) => name !== 'javascript' || JAVASCRIPT_LENGTHS.has(length))
        .map((engine) => solutionsBy(engine, key, DIFFICULTY, 0, ATTEMPTS))
      const [first = [], ...others] = found
      expect(first.length).toBeGreaterThan(80)
      expect(first.filter((counter) => !solves(key, counter, DIFFICULTY))).toEqual([])
      for (const other of others) expect(other).toEqual(first)
    })
  })
}
