import type { Assets } from './assets.ts'

/** Code that a page runs once: loads the bundle and keeps the assets. */
export function setUp(url: string, assets: Assets): string {
  return `import(${JSON.stringify(`${url}entry.js`)}).then((entry) => { globalThis.bench = { ...entry, assets: ${JSON.stringify(assets)} }; return 1 })`
}

/** Code that a page runs for every slice. */
export function sliceCall(name: string, keyBytes: number, duration: number): string {
  return `bench.runSlice(${JSON.stringify(name)}, ${keyBytes}, ${duration}, bench.assets)`
}
