import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['redis-server', 'valkey-server']

/** The path of a Redis or Valkey server: `REDIS_PATH`, the one on PATH, or one installed through apt as root. Throws when there is none to be had. */
export function findRedis(): string {
  const found = process.env['REDIS_PATH'] || onPath() || installed()
  if (found) return found
  throw new Error(
    'The tests need a Redis server. Install redis-server or valkey-server, or set REDIS_PATH to one.',
  )
}

function onPath(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  const install = () => apt('install', '-y', '--no-install-recommends', 'redis-server')
  return install() || (apt('update') && install()) ? onPath() : undefined
}
