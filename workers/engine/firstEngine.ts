import { createEngine } from './createEngine.ts'
import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import { selfTest } from './selfTest.ts'

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

/** The engine of that name, if it can be made and passes its self-test. */
export async function testedEngine(
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
