import { describe, expect, it } from 'vitest'
import { siteFiles } from '../../build/site/files.ts'
import { SITE } from './siteFacts.ts'

const NOW = Date.UTC(2026, 10, 22)
const SUB = { ...SITE, base: '/sub/' }

describe('the files beside the pages', () => {
  it('are a manifest and a sitemap, and at the root of an origin what is looked for there alone', () => {
    const contact = { contactUrl: 'mailto:us@checker.example' }
    expect(Object.keys(siteFiles({ ...SUB, ...contact }, NOW))).toEqual([
      'manifest.webmanifest',
      'sitemap.xml',
    ])
    expect(Object.keys(siteFiles(SITE, NOW))).toEqual(['manifest.webmanifest', 'sitemap.xml', 'robots.txt'])
    expect(siteFiles({ ...SITE, ...contact }, NOW)['.well-known/security.txt']).toMatch(
      /^Contact: mailto:us@checker\.example\n/,
    )
  })

  it('list every page to be indexed, and nothing where there is none', () => {
    const indexed = ['https://checker.example/', 'https://checker.example/how']
    const head =
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    expect(siteFiles({ ...SITE, indexed }, NOW)['sitemap.xml']).toBe(
      `${head}  <url><loc>https://checker.example/</loc></url>\n  <url><loc>https://checker.example/how</loc></url>\n</urlset>\n`,
    )
    expect(siteFiles(SITE, NOW)['sitemap.xml']).toBe(`${head}</urlset>\n`)
  })

  it('lead crawlers past the API to the sitemap', () => {
    expect(siteFiles(SITE, NOW)['robots.txt']).toBe(
      'User-agent: *\nDisallow: /api/\n\nSitemap: https://checker.example/sitemap.xml\n',
    )
  })

  it('let the site be installed, and take posts that another app shares', () => {
    const manifest = JSON.parse(siteFiles(SUB, NOW)['manifest.webmanifest'] ?? '')
    const icon = { type: 'image/png' }
    expect(manifest).toMatchObject({
      id: '/sub/',
      name: 'Checker',
      short_name: 'Checker',
      description: 'Checks',
      lang: 'ja',
      start_url: '/sub/',
      scope: '/sub/',
      display: 'standalone',
      share_target: {
        action: '/sub/tweetcheck',
        method: 'GET',
        params: { title: 'title', text: 'text', url: 'url' },
      },
    })
    expect(manifest.icons).toEqual([
      { ...icon, src: '/sub/icon-192.png', sizes: '192x192', purpose: 'any' },
      { ...icon, src: '/sub/icon-512.png', sizes: '512x512', purpose: 'any' },
      { ...icon, src: '/sub/icon-maskable.png', sizes: '512x512', purpose: 'maskable' },
    ])
  })
})
