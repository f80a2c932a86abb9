import { aptInstall } from './apt.ts'
import { foundOrInstalled } from './foundOrInstalled.ts'
import { which } from './which.ts'

const NAMES = ['redis-server', 'valkey-server']

/** The path of a Redis or Valkey server: `REDIS_PATH`, the one on PATH, or one installed through apt as root. Throws when there is none to be had. */
export function ensureRedis(): string {
  const path =
    process.env['REDIS_PATH'] || foundOrInstalled('Redis', onPath, () => aptInstall('redis-server'))
  if (path) return path
  throw new Error(
    'The tests need a Redis server. Install redis-server or valkey-server, or set REDIS_PATH to one.',
  )
}

function onPath(): string | undefined {
  return NAMES.map(which).find((path) => path !== undefined)
}
