import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Encoding, Site, SiteFile } from './serveSite.ts'

const SUFFIX = { br: '.br', gzip: '.gz' } as const

/** What a build for another host leaves for that host, and no visitor is to see. */
const FOR_HOSTS = new Set(['_headers', '_redirects', '.assetsignore', '.nojekyll'])

/** Reads a built site with its precompressed twins; an empty one where nothing is built. */
export function loadSite(folder: string): Site {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = paths.filter((path) => !isTwin(path, paths) && !FOR_HOSTS.has(relative(folder, path)))
  return new Map(files.map((path) => [`/${relative(folder, path).split(sep).join('/')}`, read(path)]))
}

function isTwin(path: string, paths: string[]): boolean {
  return Object.values(SUFFIX).some(
    (suffix) => path.endsWith(suffix) && paths.includes(path.slice(0, -suffix.length)),
  )
}

function read(path: string): SiteFile {
  const body = readFileSync(path)
  const encoded: SiteFile['encoded'] = {}
  for (const [encoding, suffix] of Object.entries(SUFFIX)) {
    if (existsSync(path + suffix)) encoded[encoding as Encoding] = readFileSync(path + suffix)
  }
  return { body, encoded, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
}
