import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Runtime } from './Runtime.ts'
import type { Assets } from './assets.ts'
import type * as Contestants from './contestants.ts'

/** This process. */
export async function nodeRuntime(folder: string, assets: Assets): Promise<Runtime> {
  const { runSlice } = (await import(pathToFileURL(join(folder, 'entry.js')).href)) as typeof Contestants
  return {
    name: 'node',
    slice: (name, keyBytes, duration) => runSlice(name, keyBytes, duration, assets),
    close: async () => {},
  }
}
