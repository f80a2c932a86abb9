import { ENGINE_NAMES } from '../../../workers/engine/Engine.ts'
import type { Engine, KernelModules } from '../../../workers/engine/Engine.ts'
import { createEngine } from '../../../workers/engine/engines.ts'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import { buildKernel } from '../../../workers/kernel/kernels.ts'

let modules: KernelModules | undefined

/** All kernels, generated and compiled once. */
export function allModules(): KernelModules {
  modules ??= Object.fromEntries(
    KERNEL_NAMES.map((name) => [name, new WebAssembly.Module(buildKernel(name))]),
  )
  return modules
}

/** One engine of each kind, with all kernels. */
export async function allEngines(): Promise<Engine[]> {
  const modules = allModules()
  return await Promise.all(ENGINE_NAMES.map((name) => createEngine(name, modules)))
}
