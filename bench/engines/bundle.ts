import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { kernelAssetsPlugin } from '../../build/kernelAssets.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
}

/** Bundles an entry file of this folder for Node and browsers. Returns the folder with the bundle, which is called `entry.js`. */
export async function bundleBenchmarkEntry(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pow-'))
  await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [kernelAssetsPlugin()],
    worker: { format: 'iife', plugins: () => [kernelAssetsPlugin()] },
    build: {
      outDir: folder,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2022',
      rollupOptions: {
        input: { entry: join(import.meta.dirname, entry) },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  return folder
}

/** Serves the folder of a bundle, with an empty page at `/`. */
export async function serveBundle(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path !== '/') response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/html')
    // A cross-origin isolated page gets a clock with steps of microseconds instead of a tenth of a millisecond.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    try {
      response.end(path === '/' ? '<!doctype html><title>pow</title>' : readFileSync(join(folder, path)))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
