import { kernelUrls } from 'virtual:kernel-urls'
import type { EngineName } from './engine/Engine.ts'
import { kernelNamesFor, createTestedEngine } from './engine/engines.ts'
import type { KernelName } from './kernel/Kernel.ts'

/**
 * Creates the named engine with every kernel that keys of `keyBytes` bytes need, whether or not this device would choose it. Throws if it
 * does not work.
 */
export async function createForcedEngine(name: EngineName, keyBytes: number) {
  const names = kernelNamesFor(name, keyBytes)
  const codes = await Promise.all(names.map(fetchKernelCode))
  const startedAt = performance.now()
  const modules = await Promise.all(codes.map((code) => WebAssembly.compile(code)))
  /** Milliseconds of compiling, without fetching. Null if the engine has no WebAssembly to compile. */
  const compile = names.length > 0 ? performance.now() - startedAt : null
  const named = Object.fromEntries(names.map((kernel, index) => [kernel, modules[index]]))
  return { engine: await createTestedEngine(name, named, keyBytes), compile }
}

async function fetchKernelCode(name: KernelName): Promise<ArrayBuffer> {
  const response = await fetch(kernelUrls[name] ?? '')
  if (!response.ok) throw new Error(`A kernel could not be fetched: ${response.status}`)
  return await response.arrayBuffer()
}
