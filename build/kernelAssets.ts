import type { Plugin } from 'vite'
import { buildJavaScript, buildKernel } from '../workers/kernel/buildKernel.ts'
import { KERNEL_NAMES } from '../workers/kernel/KernelName.ts'
import type { KernelName } from '../workers/kernel/KernelName.ts'

const URLS = 'virtual:kernel-urls'
const JAVASCRIPT = 'virtual:kernel-javascript'
/** Where the development server answers with kernels. */
const DEV_PATH = '/@kernels/'

/**
 * Generates the proof-of-work kernels: `virtual:kernel-urls` names a hashed `.wasm` asset for each, `virtual:kernel-javascript`
 * is the JavaScript one. In development they are generated when asked for; in tests the URLs hold the bytes.
 */
export function kernelAssets(): Plugin {
  let building = false
  return {
    name: 'kernel-assets',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId: (id) => (id === URLS || id === JAVASCRIPT ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${JAVASCRIPT}`) return buildJavaScript()
      if (id !== `\0${URLS}`) return undefined
      const urlOf = (name: KernelName) => {
        if (!building)
          return JSON.stringify(process.env['VITEST'] ? dataUrl(name) : `${DEV_PATH}${name}.wasm`)
        const file = this.emitFile({ type: 'asset', name: `${name}.wasm`, source: buildKernel(name) })
        return `import.meta.ROLLUP_FILE_URL_${file}`
      }
      const entries = KERNEL_NAMES.map((name) => `${JSON.stringify(name)}: ${urlOf(name)}`)
      return `export const kernelUrls = { ${entries.join(', ')} }`
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (request, response, next) => {
        const name = KERNEL_NAMES.find((name) => request.url === `/${name}.wasm`)
        if (!name) return next()
        response.setHeader('Content-Type', 'application/wasm')
        response.end(buildKernel(name))
      })
    },
  }
}

function dataUrl(name: KernelName): string {
  return `data:application/wasm;base64,${Buffer.from(buildKernel(name)).toString('base64')}`
}
