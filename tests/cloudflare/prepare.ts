import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Installs Cloudflare's runtime into this folder, and builds site and Worker. */
export default function prepare(): void {
  // `npm ci` wants the runtimes of all platforms in the lockfile; this installs this machine's. Nothing runs on install.
  const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  npm('install', '--prefix', 'tests/cloudflare', ...quietly)
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
