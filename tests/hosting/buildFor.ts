import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A site in a folder of GitHub Pages whose API is on another origin. */
export const GITHUB = {
  VITE_HOST: 'github',
  VITE_BASE: '/repo/',
  VITE_SITE_ORIGIN: 'http://production.test',
  VITE_API_BASE: 'https://api.checker.example',
  VITE_IP_LOOKUP_URL: 'https://ip.example/?format=json',
}

/** A build of the site made for one host. `beside` is where its files for the operator are. */
export type Build = Disposable & { folder: string; beside: string }

/** Builds the site with the given `VITE_*` variables, as an operator would. Where `TEST_BUILDS` names a folder, the same variables are built once. */
export function buildFor(variables: Record<string, string>): Build {
  const shared = process.env['TEST_BUILDS']
  const name = createHash('sha256').update(JSON.stringify(variables)).digest('hex').slice(0, 16)
  const beside = shared ? join(shared, name) : mkdtempSync(join(tmpdir(), 'checker-site-'))
  const folder = join(beside, 'dist')
  if (!existsSync(folder)) build(variables, folder)
  const remove = () => {
    if (!shared) rmSync(beside, { recursive: true, force: true })
  }
  return { folder, beside, [Symbol.dispose]: remove }
}

function build(variables: Record<string, string>, outDir: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', ...variables }, encoding: 'utf8' },
  )
  if (status === 0) return
  rmSync(outDir, { recursive: true, force: true })
  throw new Error(stderr)
}

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** A plain file server as hosts of static sites run it: a file, a page without its extension, a folder's index, or 404.html. */
export async function serveFiles(root: string, base: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://any').pathname)
    const below = path.startsWith(base) ? path.slice(base.length) : '404.html'
    const file = [below, `${below}.html`, join(below, 'index.html')]
      .map((name) => join(root, name))
      .find((name) => existsSync(name) && statSync(name).isFile())
    const shown = file ?? join(root, '404.html')
    response.writeHead(file ? 200 : 404, { 'Content-Type': TYPES[extname(shown)] ?? 'text/plain' })
    response.end(readFileSync(shown))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Width and height as a PNG's first chunk tells them, e.g. `192x192`. */
export function pngSize(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  return `${view.getUint32(16)}x${view.getUint32(20)}`
}
