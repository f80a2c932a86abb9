import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'
import { foundOrInstalled } from './foundOrInstalled.ts'
import { which } from './which.ts'

/** The path of an nginx to test with: named, the system's, or one that is installed now. */
export function ensureNginx(): string {
  const path = process.env['NGINX_PATH'] || foundOrInstalled('nginx', find, () => aptInstall('nginx'))
  if (path) return path
  throw new Error(
    'The tests need nginx. Install it (Debian: apt-get install nginx) or set NGINX_PATH to one.',
  )
}

function find(): string | undefined {
  return which('nginx') ?? ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path))
}
