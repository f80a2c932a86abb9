import { createEngine } from './createEngine.ts'
import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import { measure } from './measure.ts'
import { selfTest } from './selfTest.ts'

/** Rounds of measuring, each a slice of so many milliseconds an engine: compilers need a few milliseconds to get to full speed. */
const ROUNDS = 3
const SLICE = 5

/** The first engine that can be made and passes its self-test. Throws when none does. */
export async function firstEngine(
  names: readonly EngineName[],
  modules: KernelModules,
  keyBytes: number,
): Promise<Engine> {
  for (const name of names) {
    const engine = await testedEngine(name, modules, keyBytes)
    if (engine) return engine
  }
  throw new Error('No engine passes its self-test')
}

/** The fastest of the engines that pass, with its attempts per millisecond, by each one's best slice. */
export async function fastestEngine(names: readonly EngineName[], modules: KernelModules, keyBytes: number) {
  const engines: { engine: Engine; rate: number }[] = []
  for (const name of names) {
    const engine = await testedEngine(name, modules, keyBytes)
    if (engine) engines.push({ engine, rate: 0 })
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of engines) entry.rate = Math.max(entry.rate, measure(entry.engine, keyBytes, SLICE))
  }
  const [first, ...others] = engines
  if (!first) throw new Error('No engine passes its self-test')
  return others.reduce((best, entry) => (entry.rate > best.rate ? entry : best), first)
}

async function testedEngine(
  name: EngineName,
  modules: KernelModules,
  keyBytes: number,
): Promise<Engine | undefined> {
  try {
    const engine = await createEngine(name, modules)
    return selfTest(engine, keyBytes) ? engine : undefined
  } catch {
    return undefined
  }
}
