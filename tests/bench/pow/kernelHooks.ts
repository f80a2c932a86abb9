import { registerHooks } from 'node:module'
import { KERNEL_NAMES } from '../../../workers/kernel/Kernel.ts'
import { buildJavaScript, buildKernel } from '../../../workers/kernel/kernels.ts'

/** Lets Node import what the site's build generates: where the kernels are, as data URLs. */
export function hookKernels(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('virtual:kernel')
        ? { url: specifier, shortCircuit: true }
        : next(specifier, context),
    load(url, context, next) {
      if (!url.startsWith('virtual:kernel')) return next(url, context)
      return { format: 'module', source: kernelUrls(), shortCircuit: true }
    },
  })
}

function kernelUrls(): string {
  const entries = KERNEL_NAMES.map((name) => {
    const code = Buffer.from(buildKernel(name)).toString('base64')
    return [name, `data:application/wasm;base64,${code}`]
  })
  const javascriptUrl = `data:text/javascript,${encodeURIComponent(buildJavaScript())}`
  return `export const kernelUrls = ${JSON.stringify(Object.fromEntries(entries))}
export const javascriptUrl = ${JSON.stringify(javascriptUrl)}`
}
