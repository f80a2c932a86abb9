import { parseAccept } from 'hono/utils/accept'
import { getMimeType } from 'hono/utils/mime'
import { tryDecodeURIComponent } from 'hono/utils/url'
import type { Context, Handler } from 'hono'
import { hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { HISTORY_PATH } from '../../contract/paths.ts'
import type { AppEnv } from '../http/limits.ts'

const ENCODING_SUFFIXES = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof ENCODING_SUFFIXES
type SiteFile = {
  body: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
  digest: string
}
/** The built site by URL path. It is read once, so no other path can reach a file. */
export type SiteFiles = ReadonlyMap<string, SiteFile>

/** Matches the addresses of saved batches, which no build can know: they get the app itself. Every other route has a file of its own, or is unknown. */
const APP_ROUTES = new RegExp(`^${HISTORY_PATH.slice(0, -1)}(?:/[^/]+)?/?$`)
/** Matches paths of files. If such a file is missing, the answer is not a page, because browsers would read the HTML as a script. */
export const FILE_PATH_PATTERN = /^\/assets\/|\.[a-z0-9]+$/i
const ENCODINGS = Object.keys(ENCODING_SUFFIXES) as Encoding[]

const POLICY_META_TAG = /http-equiv="Content-Security-Policy" content="([^"]*)"/

/** The content policy that a built page names, as a header: only a header can forbid framing, and only a header reaches workers. */
export function contentPolicyOfPage(page: string): string {
  const [, policy = "object-src 'none'; base-uri 'self'"] = POLICY_META_TAG.exec(page) ?? []
  return `${policy}; frame-ancestors 'none'`
}

export function serveSite(site: SiteFiles): Handler<AppEnv> {
  // All pages of a build have the same policy.
  const policy = contentPolicyOfPage(site.get('/index.html')?.body.toString() ?? '')
  return (c) => {
    c.header('Content-Security-Policy', policy)
    const path = tryDecodeURIComponent(c.req.path)
    const { file, name, status } = findFile(site, path)
    if (!file) return c.text('404 Not Found', 404, { 'Cache-Control': 'no-store' })

    c.header('Content-Type', getMimeType(name) ?? 'application/octet-stream')
    const isHashed = name.startsWith('/assets/')
    c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    if (path.startsWith(HISTORY_PATH)) c.header('X-Robots-Tag', 'noindex')
    const encoding = encodingFor(c, file)
    c.header('Content-Encoding', encoding)
    c.header('ETag', `"${file.digest}${encoding ? `-${encoding}` : ''}"`)
    return c.body((encoding && file.encoded[encoding]) ?? file.body, status)
  }
}

function encodingFor(c: Context<AppEnv>, { encoded }: SiteFile): Encoding | undefined {
  const accepted = new Set(
    parseAccept(c.req.header('Accept-Encoding') ?? '').flatMap(({ type, q }) => (q > 0 ? [type] : [])),
  )
  return ENCODINGS.find((encoding) => encoded[encoding] && accepted.has(encoding))
}

function findFile(site: SiteFiles, path: string) {
  const route = path.replace(/\/(?:index\.html)?$/, '')
  const own = [path, `${route}/index.html`, `${route}.html`].find((name) => site.has(name))
  if (own) return { file: site.get(own), name: own, status: 200 } as const
  if (FILE_PATH_PATTERN.test(path)) return { file: undefined, name: path, status: 404 } as const
  const unknown = site.has('/404.html') && !APP_ROUTES.test(path)
  // The page without content, where the build wrote one: the prerendered home page would flash before other routes.
  const shell = site.has('/app.html') ? '/app.html' : '/index.html'
  const name = unknown ? '/404.html' : shell
  return { file: site.get(name), name, status: unknown ? 404 : 200 } as const
}

/** Files that a build makes for other hosts, which must not be served to visitors. */
const HOST_FILES = new Set(['_headers', '_redirects', '.assetsignore', '.nojekyll'])

export function loadSite(folder: string): SiteFiles {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = paths.filter(
    (path) => !isCompressedCopy(path, paths) && !HOST_FILES.has(relative(folder, path)),
  )
  return new Map(files.map((path) => [`/${relative(folder, path).split(sep).join('/')}`, readSiteFile(path)]))
}

function isCompressedCopy(path: string, paths: string[]): boolean {
  return Object.values(ENCODING_SUFFIXES).some(
    (suffix) => path.endsWith(suffix) && paths.includes(path.slice(0, -suffix.length)),
  )
}

function readSiteFile(path: string): SiteFile {
  const body = readFileSync(path)
  const encoded: SiteFile['encoded'] = {}
  for (const encoding of ENCODINGS) {
    const twin = path + ENCODING_SUFFIXES[encoding]
    if (existsSync(twin)) encoded[encoding] = readFileSync(twin)
  }
  return { body, encoded, digest: hash('sha256', body, 'base64url').slice(0, 22) }
}
