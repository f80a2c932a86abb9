import { kernelUrls } from 'virtual:kernel-urls'
import type { KernelModules } from '../../workers/engine/Engine.ts'
import type { KernelName } from '../../workers/kernel/KernelName.ts'

/** Kernels that are being fetched or are here, for the page's lifetime: at most one entry for each kernel of the build. A failed one is removed. */
const loading = new Map<KernelName, Promise<WebAssembly.Module>>()
const compiled = new Map<KernelName, WebAssembly.Module>()

/** Kernels, fetched and compiled once for all lanes. Rejects when one cannot be fetched; the next call tries that one again. */
export async function loadKernels(names: readonly KernelName[]): Promise<KernelModules> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name)])))
}

/** Those of the kernels that are compiled already. The others are fetched for the next call. */
export function loadedKernels(names: readonly KernelName[]): KernelModules {
  for (const name of names) load(name).catch(() => undefined)
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
  // Not compileStreaming: some hosts serve .wasm under another type, and for a few kilobytes it gains nothing.
  const module = await WebAssembly.compile(await response.arrayBuffer())
  compiled.set(name, module)
  return module
}
