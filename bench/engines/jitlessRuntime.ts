import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Runtime } from './Runtime.ts'

/** Node without a compiler, which is also without WebAssembly: a process of its own for every slice. */
export function jitlessRuntime(folder: string): Runtime {
  const entry = pathToFileURL(join(folder, 'entry.js')).href
  return {
    name: 'node --jitless',
    async slice(name, keyBytes, duration) {
      const code = `const { runSlice } = await import(${JSON.stringify(entry)})
        console.log(await runSlice(${JSON.stringify(name)}, ${keyBytes}, ${duration}, { kernels: {} }))`
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--jitless',
        '--input-type=module',
        '-e',
        code,
      ])
      return Number(stdout)
    },
    close: async () => {},
  }
}
