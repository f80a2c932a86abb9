import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { hasJapaneseFonts } from '../run/programs.ts'
import { startServer as startServerProcess } from '../server/serverProcess.ts'

/** Playwright's global setup: the specs find the server's address in E2E_URL. */
export default async function startServer(): Promise<() => Promise<void>> {
  if (!hasJapaneseFonts())
    throw new Error(
      'The tests need a Japanese font. Install one (node tests/run/install.ts, or Debian: apt-get install fonts-noto-cjk).',
    )
  const { url, stop } = await startSite({})
  process.env['E2E_URL'] = url
  return stop
}

/** Starts the real server with the built site on a free port, with a store of its own. */
export async function startSite(
  variables: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'checker-e2e-'))
  const server = await startServerProcess({ DATA_DIR: data, ...variables })
  const stop = async () => {
    await server.kill('SIGTERM')
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  }
  return { url: server.url.replace('127.0.0.1', 'localhost'), stop }
}

const ROOT = join(import.meta.dirname, '../..')

/** What is made in the project's folder, not written. */
const MADE = new Set([
  '.git',
  'data',
  'dist',
  'dist-cloudflare',
  'node_modules',
  'screenshots',
  'test-results',
])

/** A copy of the project, to be changed at will, with the same dependencies. */
export function copyOfTree(): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'checker-copy-'))
  // Some tests start the server as another user.
  chmodSync(folder, 0o755)
  for (const name of readdirSync(ROOT).filter((name) => !MADE.has(name))) {
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    })
  }
  // A folder of its own, since Vite keeps its work in it.
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => !name.startsWith('.vite'))) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}
