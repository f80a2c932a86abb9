import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import { javascriptEngine } from './javascriptEngine.ts'
import { javascriptKernels } from './javascriptKernels.ts'
import { wasmEngine } from './wasmEngine.ts'

/** Makes the engine of that name; the JavaScript one's kernels are fetched only then. */
export async function createEngine(name: EngineName, modules: KernelModules): Promise<Engine> {
  if (name !== 'javascript') return wasmEngine(name, modules)
  return javascriptEngine(await javascriptKernels())
}
