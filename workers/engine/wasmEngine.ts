import type { KernelName } from '../kernel/KernelName.ts'
import { writeDigits } from './writeDigits.ts'
import { Driver } from './Driver.ts'
import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import type { LoadedKernel, Run } from './LoadedKernel.ts'

/** A way to search with WebAssembly. `unrolled` falls back on the rolled kernel for layouts whose own has not been fetched. */
export function wasmEngine(name: Exclude<EngineName, 'javascript'>, modules: KernelModules): Engine {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 })
  const words = new Int32Array(memory.buffer)
  writeDigits(words)
  const kernels = new Map<KernelName, LoadedKernel>()

  const load = (kernel: KernelName): LoadedKernel | undefined => {
    const module = modules[kernel]
    if (module && !kernels.has(kernel)) {
      const { run } = new WebAssembly.Instance(module, { driver: { memory } }).exports
      const lanes = kernel.startsWith('scalar') ? 1 : 4
      kernels.set(kernel, { run: run as Run, lanes, folded: !kernel.startsWith('rolled'), memory: words })
    }
    return kernels.get(kernel)
  }

  const driver = new Driver((word, blocks) => {
    const rolled = `rolled-${blocks}` as const
    const kernel = name === 'rolled' ? load(rolled) : load(`${name}-${word}-${blocks}`)
    const found = kernel ?? (name === 'unrolled' ? load(rolled) : undefined)
    if (!found) throw new Error(`No ${name} kernel for word ${word} of ${blocks}`)
    return found
  })
  return { name, search: (request) => driver.search(request) }
}
