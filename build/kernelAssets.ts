import { minifySync } from 'vite'
import type { Plugin } from 'vite'
import { KERNEL_NAMES } from '../workers/kernel/Kernel.ts'
import { buildJavaScript, buildKernel } from '../workers/kernel/kernels.ts'

const URLS_MODULE_ID = 'virtual:kernel-urls'
const JAVASCRIPT_FILE = 'javascript.js'

/** Generates the proof-of-work kernels. `virtual:kernel-urls` exports the URL of each as a hashed asset; outside of builds as a data URL. */
export function kernelAssetsPlugin(): Plugin {
  let building = false
  return {
    name: 'kernel-assets',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: (id) => (id === URLS_MODULE_ID ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${URLS_MODULE_ID}`) return undefined
      const urlOf = (name: string) => {
        if (!building) return JSON.stringify(dataUrl(name))
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source: readContent(name) })}`
      }
      const entries = KERNEL_NAMES.map((name) => `${JSON.stringify(name)}: ${urlOf(`${name}.wasm`)}`)
      return `export const kernelUrls = { ${entries.join(', ')} }
export const javascriptUrl = ${urlOf(JAVASCRIPT_FILE)}`
    },
  }
}

const contents = new Map<string, string | Uint8Array>()

function readContent(name: string): string | Uint8Array {
  const kernel = KERNEL_NAMES.find((kernel) => name === `${kernel}.wasm`)
  const content =
    contents.get(name) ?? (kernel ? buildKernel(kernel) : minifySync(JAVASCRIPT_FILE, buildJavaScript()).code)
  contents.set(name, content)
  return content
}

function dataUrl(name: string): string {
  const type = name === JAVASCRIPT_FILE ? 'text/javascript' : 'application/wasm'
  return `data:${type};base64,${Buffer.from(readContent(name)).toString('base64')}`
}
