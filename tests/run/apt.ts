import { spawnSync } from 'node:child_process'
import { run } from './step.ts'

/** Whether Debian packages can be installed here: apt, and the right to use it. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Installs Debian packages; false when that is not possible or fails. */
export function aptInstall(...packages: string[]): boolean {
  if (!canInstall()) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
}
