import { kernelUrls } from 'virtual:kernel-urls'
import type { EngineName, KernelModules } from '../../workers/engine/Engine.ts'
import { kernelNamesFor } from '../../workers/engine/engines.ts'
import type { KernelName } from '../../workers/kernel/Kernel.ts'
import { detectEngines } from './detectEngines.ts'
import type { SearchWorker } from './searchWorker.ts'

/**
 * Kernels that are loading or loaded, for the page's lifetime: at most one entry for each kernel of the build. A kernel that failed to
 * load is removed.
 */
const loading = new Map<KernelName, Promise<WebAssembly.Module>>()
const compiled = new Map<KernelName, WebAssembly.Module>()

async function loadKernels(names: readonly KernelName[]): Promise<KernelModules> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name)])))
}

function alreadyLoadedKernels(names: readonly KernelName[]): KernelModules {
  for (const name of names) void load(name)
  return Object.fromEntries(names.flatMap((name) => (compiled.has(name) ? [[name, compiled.get(name)]] : [])))
}

function load(name: KernelName): Promise<WebAssembly.Module> {
  const known = loading.get(name)
  if (known) return known
  const module = compile(name)
  loading.set(name, module)
  module.catch(() => loading.delete(name))
  return module
}

async function compile(name: KernelName): Promise<WebAssembly.Module> {
  const response = await fetch(kernelUrls[name] ?? '')
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  // `compileStreaming` is not used: some hosts serve .wasm with another media type, and for a few kilobytes it gains nothing.
  const module = await WebAssembly.compile(await response.arrayBuffer())
  compiled.set(name, module)
  return module
}

export const API_KEY_BYTES = 48

/**
 * Most searches end with counters of this many digits. Unrolled kernels are fetched for these only; the rolled kernel searches the others.
 */
const COMMON_DIGITS = 6

/**
 * Prepares a worker with the first engine that works. Unrolled kernels are used only if `wanted` names them and they are fetched already.
 * The small rolled SIMD kernel is tried first: V8 and SpiderMonkey optimise it within milliseconds, WebKit three times sooner than the
 * others.
 */
export async function selectEngine(
  worker: SearchWorker,
  keyBytes: number,
  wanted: EngineName | null,
): Promise<EngineName> {
  let cause: unknown
  for (const name of wanted === 'unrolled' ? [wanted, ...detectEngines()] : detectEngines()) {
    try {
      const kernels = await loadKernels(kernelNamesFor(name === 'unrolled' ? 'rolled' : name, keyBytes))
      const own =
        name === 'unrolled' ? alreadyLoadedKernels(kernelNamesFor(name, keyBytes, COMMON_DIGITS)) : {}
      await worker.choose(name, { ...kernels, ...own }, keyBytes)
      return name
    } catch (error) {
      cause = error
    }
  }
  throw new Error('No engine works', { cause })
}

/**
 * Measures which kernels are fastest on this device, which also warms the worker up. `fastest`: the result of another worker; only this
 * engine is then measured. Rejects if kernels cannot be fetched.
 */
export async function benchmarkEngines(worker: SearchWorker, engine: EngineName, fastest?: EngineName) {
  const candidates: readonly EngineName[] = engine === 'rolled' ? ['unrolled', 'rolled'] : [engine]
  const kernels = candidates.map((name) =>
    kernelNamesFor(name, API_KEY_BYTES, name === 'unrolled' ? COMMON_DIGITS : undefined),
  )
  const modules = await loadKernels(kernels.flat())
  return await worker.selectFastest({
    engines: fastest ? [fastest] : candidates,
    modules,
    keyBytes: API_KEY_BYTES,
  })
}
