import type { SiteFacts } from '../../src/prerender.tsx'
import { securityTxt } from './securityTxt.ts'

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
