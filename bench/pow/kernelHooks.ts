import { registerHooks } from 'node:module'
import { KERNEL_NAMES } from '../../workers/kernel/Kernel.ts'
import { buildJavaScript, buildKernel } from '../../workers/kernel/kernels.ts'

/** Lets Node import the modules that the build of the site generates: the kernels as data URLs, and empty variables and workers, which are not used here. */
export function hookKernelImports(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      isGenerated(specifier)
        ? { url: `virtual:${specifier.replace(/^virtual:|^.*\//, '')}`, shortCircuit: true }
        : next(specifier, context),
    load(url, context, next) {
      if (!isGenerated(url)) return next(url, context)
      const source = url.startsWith('virtual:kernel') ? kernelUrls() : STUB
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

const STUB = 'export const config = {}\nexport default class {}'

const isGenerated = (url: string) => /^virtual:|\?worker$|^\.\.\/config\.ts$/.test(url)

function kernelUrls(): string {
  const entries = KERNEL_NAMES.map((name) => {
    const code = Buffer.from(buildKernel(name)).toString('base64')
    return [name, `data:application/wasm;base64,${code}`]
  })
  const javascriptUrl = `data:text/javascript,${encodeURIComponent(buildJavaScript())}`
  return `export const kernelUrls = ${JSON.stringify(Object.fromEntries(entries))}
export const javascriptUrl = ${JSON.stringify(javascriptUrl)}`
}
