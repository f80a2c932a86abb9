import { cloudflare } from './cloudflare.ts'
import type { Host } from './Host.ts'
import { netlify } from './netlify.ts'
import { nginx } from './nginx.ts'
import { s3 } from './s3.ts'

const HOSTS: Record<string, Host> = {
  // The reference server, and any file server.
  server: { layout: 'folders', filesOnly: false },
  github: { layout: 'files', filesOnly: true, files: () => ({ '.nojekyll': '' }) },
  cloudflare,
  netlify,
  nginx,
  s3,
}

export const HOST_NAMES = Object.keys(HOSTS)

export function hostNamed(name: string): Host {
  const host = HOSTS[name]
  if (!host) throw new Error(`VITE_HOST is one of ${HOST_NAMES.join(', ')}, not ${name}`)
  return host
}
