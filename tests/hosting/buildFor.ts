import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A site in a folder of GitHub Pages whose API is on another origin. */
export const GITHUB = {
  VITE_HOST: 'github',
  VITE_BASE: '/repo/',
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
