import { kernelUrls } from 'virtual:kernel-urls'
import type { Engine, EngineName, KernelModules } from './engine/Engine.ts'
import { createEngine, kernelsFor, selfTest } from './engine/engines.ts'

export type ForcedEngine = {
  engine: Engine
  /** Milliseconds of compiling, fetching left out; null where there is no WebAssembly to compile. */
  compile: number | null
}

/** An engine with every kernel that keys of `keyBytes` bytes need, whether or not this device would choose it. Throws where it does not work. */
export async function forcedEngine(name: EngineName, keyBytes: number): Promise<ForcedEngine> {
  const names = kernelsFor(name, keyBytes)
  const codes = await Promise.all(
    names.map(async (kernel) => [kernel, await codeOf(kernelUrls[kernel])] as const),
  )
  const startedAt = performance.now()
  const compiled = await Promise.all(
    codes.map(async ([kernel, code]) => [kernel, await WebAssembly.compile(code)] as const),
  )
  const compile = names.length > 0 ? performance.now() - startedAt : null
  const modules: KernelModules = Object.fromEntries(compiled)
  const engine = await createEngine(name, modules)
  if (!selfTest(engine, keyBytes)) throw new Error(`The ${name} engine fails its self-test here`)
  return { engine, compile }
}

async function codeOf(url: string | undefined): Promise<ArrayBuffer> {
  if (!url) throw new Error('No kernel of that name was built')
  const response = await fetch(url)
  if (!response.ok) throw new Error(`A kernel could not be fetched: ${response.status}`)
  return await response.arrayBuffer()
}
