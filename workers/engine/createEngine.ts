import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import { wasmEngine } from './wasmEngine.ts'

/** Makes the engine of that name; the JavaScript one is fetched only then. */
export async function createEngine(name: EngineName, modules: KernelModules): Promise<Engine> {
  if (name !== 'javascript') return wasmEngine(name, modules)
  const { javascriptEngine } = await import('./javascriptEngine.ts')
  return javascriptEngine()
}
