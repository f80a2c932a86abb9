import type { SiteFacts } from '../../src/prerender.tsx'

export function sitemapXml(site: SiteFacts): string {
  const urls = site.indexed.map((url) => `  <url><loc>${url}</loc></url>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
}

/** For the root of an origin only: crawlers read it nowhere else. Pages not to be listed say so themselves. */
export function robotsTxt(site: SiteFacts): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${site.origin}${site.base}sitemap.xml\n`
}
