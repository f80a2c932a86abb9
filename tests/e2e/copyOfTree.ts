import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  // A folder of its own, since Vite keeps its work in it.
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => !name.startsWith('.vite'))) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}
