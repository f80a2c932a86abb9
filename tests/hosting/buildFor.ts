import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A build of the site made for one host, in a folder that goes with it. `beside` is where its files for the operator are. */
export type Build = Disposable & { folder: string; beside: string }

/** Builds the site with the given `VITE_*` variables, as an operator would; at `folder` below the temporary folder. */
export function buildFor(variables: Record<string, string>, folder = 'dist'): Build {
  const beside = mkdtempSync(join(tmpdir(), 'checker-site-'))
  const outDir = join(beside, folder)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', ...variables }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return { folder: outDir, beside, [Symbol.dispose]: () => rmSync(beside, { recursive: true, force: true }) }
}
