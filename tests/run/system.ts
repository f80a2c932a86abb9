import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the builds that tests of the whole server and of hosting need. */
export default function prepare(): (() => void) | undefined {
  if (process.env['TEST_BUILDS']) return undefined
  buildSite()
  const builds = mkdtempSync(join(tmpdir(), 'checker-builds-'))
  process.env['TEST_BUILDS'] = builds
  return () => rmSync(builds, { recursive: true, force: true })
}

/** Builds the site, unless `npm test` has. Throws where that fails. */
export function buildSite(): void {
  if (process.env['TEST_BUILDS']) return
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const cwd = join(import.meta.dirname, '../..')
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, build, { cwd, env, stdio: 'inherit' })
  if (status !== 0) throw new Error('The site could not be built: the messages of Vite are above.')
}
