import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyOfTree } from '../e2e/startServer.ts'

const ROOT = join(import.meta.dirname, '../..')

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

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the project's copy in which site and Worker are built. */
    cloudflare: string
  }
}

/** Installs Cloudflare's runtime into this folder, which takes no time if it is there, and builds site and Worker in a copy of the project. */
export default function prepare(project: TestProject): () => void {
  npm(ROOT, ...INSTALL_RUNTIME)
  const copy = copyOfTree()
  npm(copy.folder, 'run', 'build:cloudflare')
  project.provide('cloudflare', copy.folder)
  return () => copy[Symbol.dispose]()
}

function npm(cwd: string, ...args: string[]): void {
  const { status } = spawnSync('npm', args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} did not end well.`)
}
