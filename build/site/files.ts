import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { DAY_MS } from '../../contract/dates.ts'
import { COLOURS } from '../../src/styles/colours.ts'
import type { SiteFacts } from '../../src/prerender.tsx'

const COMPRESSIBLE = /\.(?:html|js|css|svg|xml|txt|wasm|webmanifest)$/

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

/** Days until security.txt expires. RFC 9116 recommends less than a year, so the site must be built at least that often. */
const DAYS = 364

/**
 * Writes security.txt, the contact for security reports (RFC 9116). Null if the site is not at the root of its origin, or if there is no contact
 * that the RFC allows. It expires at the end of a day, so that two builds of the same day are equal.
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

/** Google's id in ads.txt, from Google's instructions. */
const GOOGLE_ID = 'f08c47fec0942fa0'

/** Writes ads.txt (IAB), the sellers of the site's advertising. Null without an AdSense client, or if the site is not at the root of its origin. */
function adsTxt({ base, adClient }: Pick<SiteFacts, 'base' | 'adClient'>): string | null {
  const [, publisher] = /^(?:ca-)?(pub-\d+)$/.exec(adClient) ?? []
  return base === '/' && publisher ? `google.com, ${publisher}, DIRECT, ${GOOGLE_ID}\n` : null
}

export function generateSiteFiles(site: SiteFacts, now: number): Record<string, string> {
  const security = securityTxt(site, now)
  const ads = adsTxt(site)
  return {
    'manifest.webmanifest': webManifest(site),
    'sitemap.xml': sitemapXml(site),
    ...(site.base === '/' && {
      'robots.txt': `User-agent: *\nDisallow: /api/\n\nSitemap: ${site.origin}/sitemap.xml\n`,
    }),
    ...(security !== null && { '.well-known/security.txt': security }),
    ...(ads !== null && { 'ads.txt': ads }),
    'version.json': `${JSON.stringify({ version: site.version, commit: site.commit })}\n`,
  }
}

/** The name below the icon on phones, which cut off more than 12 characters. */
const SHORT_NAME = 'Shadowban F'

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
    short_name: SHORT_NAME,
    description,
    lang: 'ja',
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: COLOURS.page[0],
    theme_color: COLOURS.surface[0],
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

export function writeSiteFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
