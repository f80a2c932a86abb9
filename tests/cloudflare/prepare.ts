import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Installs Cloudflare's runtime. `npm ci` wants the runtimes of all platforms in the lockfile; this installs this machine's. Nothing runs on install. */
export const INSTALL_RUNTIME = [
  'install',
  '--prefix',
  'tests/cloudflare',
  '--no-save',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
] as const

/** Installs Cloudflare's runtime into this folder, which takes no time if it is there, and builds site and Worker. */
export default function prepare(): void {
  npm(...INSTALL_RUNTIME)
  npm('run', 'build:cloudflare')
}

function npm(...args: string[]): void {
  const { status } = spawnSync('npm', args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} did not end well.`)
}
