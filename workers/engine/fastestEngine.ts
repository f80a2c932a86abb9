import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import { testedEngine } from './firstEngine.ts'
import { measure } from './measure.ts'

/**
 * Measuring comes in bursts of so many rounds, each a slice of so many milliseconds an engine. Between bursts compilers get on, and
 * what disturbed a slice goes by: measured is until a burst is hardly faster than those before, but so often at least and at most.
 */
const ROUNDS = 4
const SLICE = 4
const PAUSE = 50
const LEAST = 3
const MOST = 8
const HARDLY = 1.03

/** Waits for so many milliseconds, and until nothing better is to be done. */
export type Rest = (milliseconds: number) => Promise<void>

/** The fastest of the engines that pass, with its attempts per millisecond, by each one's best slice. Throws when none passes. */
export async function fastestEngine(
  names: readonly EngineName[],
  modules: KernelModules,
  keyBytes: number,
  rest: Rest,
) {
  const engines: { engine: Engine; rate: number }[] = []
  for (const name of names) {
    const engine = await testedEngine(name, modules, keyBytes)
    if (engine) engines.push({ engine, rate: 0 })
  }
  for (let burst = 0; burst < MOST; burst++) {
    const before = engines.map(({ rate }) => rate)
    for (let round = 0; round < ROUNDS; round++) {
      for (const entry of engines) {
        await rest(0)
        entry.rate = Math.max(entry.rate, measure(entry.engine, keyBytes, SLICE))
      }
    }
    const settled = engines.every(({ rate }, index) => rate < (before[index] ?? 0) * HARDLY)
    if (engines.length === 1 || (settled && burst + 1 >= LEAST)) break
    await rest(PAUSE)
  }
  const [first, ...others] = engines
  if (!first) throw new Error('No engine passes its self-test')
  return others.reduce((best, entry) => (entry.rate > best.rate ? entry : best), first)
}
