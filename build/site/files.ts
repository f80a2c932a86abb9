import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { SiteFacts } from '../../src/prerender.tsx'

/** Files that compress well. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|xml|txt|wasm|webmanifest)$/

/** Writes a `.br` and a `.gz` copy beside each file that becomes smaller by it. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const path = join(folder, name)
    const content = readFileSync(path)
    const twins = {
      br: brotliCompressSync(content),
      gz: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
    }
    for (const [suffix, twin] of Object.entries(twins)) {
      if (twin.length < content.length) writeFileSync(`${path}.${suffix}`, twin)
    }
  }
}

/** A file that is older than a year tells nothing any more (RFC 9116); so build at least that often. */
const DAYS = 364
const DAY_MS = 86_400_000

/**
 * Whom to tell of a weakness, as RFC 9116 has it; null where the site names nobody, or by an address that the RFC forbids. It is looked for
 * at the root of an origin only. The day of its end is counted from the build's day, so that two builds of a day are alike.
 */
export function securityTxt(
  { origin, base, contactUrl }: Pick<SiteFacts, 'origin' | 'base' | 'contactUrl'>,
  now: number,
): string | null {
  if (base !== '/' || !/^(?:https|mailto):/.test(contactUrl)) return null
  const expires = new Date(now - (now % DAY_MS) + DAYS * DAY_MS).toISOString()
  return [
    `Contact: ${contactUrl}`,
    `Expires: ${expires}`,
    'Preferred-Languages: ja, en',
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}

/** The files beside the pages, by name. Crawlers read `robots.txt` only at the root of an origin. */
export function siteFiles(site: SiteFacts, now: number): Record<string, string> {
  const security = securityTxt(site, now)
  return {
    'manifest.webmanifest': webManifest(site),
    'sitemap.xml': sitemapXml(site),
    ...(site.base === '/' && { 'robots.txt': robotsTxt(site) }),
    ...(security !== null && { '.well-known/security.txt': security }),
  }
}

/** The web app manifest, with the share target that takes posts from the X app into the rows of the post check. */
function webManifest({ name, description, base }: SiteFacts): string {
  const png = (size: number, purpose: string, file = `icon-${size}.png`) => ({
    src: base + file,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: base,
    name,
    short_name: name,
    description,
    lang: 'ja',
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: '#f5f7fa',
    theme_color: '#ffffff',
    icons: [png(192, 'any'), png(512, 'any'), png(512, 'maskable', 'icon-maskable.png')],
    share_target: {
      action: `${base}tweetcheck`,
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
  return JSON.stringify(manifest, null, 2)
}

function sitemapXml(site: SiteFacts): string {
  const urls = site.indexed.map((url) => `  <url><loc>${url}</loc></url>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
}

/** Pages that must not be indexed say so in their own `robots` tag. */
function robotsTxt(site: SiteFacts): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${site.origin}${site.base}sitemap.xml\n`
}

/** Writes files, named by their path below the folder. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
