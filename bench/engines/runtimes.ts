import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openBrowser } from '../page/openBrowser.ts'
import type { BrowserName } from '../page/openBrowser.ts'
import type { EngineAssets } from './assets.ts'
import type * as Contestants from './contestants.ts'

export type BenchmarkRuntime = {
  readonly name: string
  slice: (name: Contestants.ContestantName, keyBytes: number, duration: number) => Promise<number>
  close: () => Promise<void>
}

declare global {
  var bench: typeof Contestants & { assets: EngineAssets }
}

const entryOf = (folder: string) => pathToFileURL(join(folder, 'entry.js')).href

export async function createNodeRuntime(folder: string, assets: EngineAssets): Promise<BenchmarkRuntime> {
  const { measureSlice } = (await import(entryOf(folder))) as typeof Contestants
  return {
    name: 'node',
    slice: (name, keyBytes, duration) => measureSlice(name, keyBytes, duration, assets),
    close: async () => {},
  }
}

/** A name in code that is passed on as text. Its type notices when the function is renamed. */
const MEASURE: keyof typeof Contestants = 'measureSlice'

/** Runs Node without a compiler, and so without WebAssembly. Each slice gets a process of its own. */
export function createJitlessRuntime(folder: string): BenchmarkRuntime {
  return {
    name: 'node --jitless',
    async slice(name, keyBytes, duration) {
      const code = `const entry = await import(${JSON.stringify(entryOf(folder))})
        console.log(await entry.${MEASURE}(${JSON.stringify(name)}, ${keyBytes}, ${duration}, { kernels: {} }))`
      const words = ['--jitless', '--input-type=module', '-e', code]
      return Number((await promisify(execFile)(process.execPath, words)).stdout)
    },
    close: async () => {},
  }
}

/** Opens one of this machine's browsers with the bundle that is served at `url`. */
export async function createBrowserRuntime(
  browser: BrowserName,
  url: string,
  assets: EngineAssets,
): Promise<BenchmarkRuntime> {
  const { go, evaluate, close } = await openBrowser(browser)
  await go(url)
  const version = await evaluate(
    async (entry, assets) => {
      globalThis.bench = { ...((await import(entry)) as typeof Contestants), assets }
      return /(?:Chrome|Firefox|Version)\/([\d.]+)/.exec(navigator.userAgent)?.[1]
    },
    `${url}entry.js`,
    assets,
  )
  return {
    name: `${browser} ${version}`,
    slice: (name, keyBytes, duration) =>
      evaluate((...slice) => bench.measureSlice(...slice, bench.assets), name, keyBytes, duration),
    close,
  }
}
