import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressFiles, securityTxt, generateSiteFiles } from '../../build/site/files.ts'
import { drawSiteImages, drawTabIcon } from '../../build/site/images.ts'
import { SITE_MARK } from '../../src/lib/mark.ts'
import { scratchFolder } from '../server/scratch.ts'
import { pngSize } from './buildFor.ts'
import { SITE } from './siteFacts.ts'

describe('the files of a site', () => {
  const NOW = Date.UTC(2026, 10, 22)
  const SUB = { ...SITE, base: '/sub/' }

  it('a site has a manifest, a sitemap and a version, and at the root of its origin robots.txt and security.txt too', () => {
    const contact = { contactUrl: 'mailto:us@checker.example' }
    expect(Object.keys(generateSiteFiles({ ...SUB, ...contact }, NOW))).toEqual([
      'manifest.webmanifest',
      'sitemap.xml',
      'version.json',
    ])
    expect(Object.keys(generateSiteFiles(SITE, NOW))).toEqual([
      'manifest.webmanifest',
      'sitemap.xml',
      'robots.txt',
      'version.json',
    ])
    expect(generateSiteFiles(SITE, NOW)['version.json']).toBe('{"version":"1.2.3","commit":"abc"}\n')
    expect(generateSiteFiles({ ...SITE, ...contact }, NOW)['.well-known/security.txt']).toMatch(
      /^Contact: mailto:us@checker\.example\n/,
    )
  })

  it('ads.txt names the seller of AdSense units, only at the root of an origin', () => {
    const client = { adClient: 'ca-pub-1234567890123456' }
    expect(generateSiteFiles({ ...SITE, ...client }, NOW)['ads.txt']).toBe(
      'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n',
    )
    expect(generateSiteFiles({ ...SUB, ...client }, NOW)['ads.txt']).toBeUndefined()
    expect(generateSiteFiles({ ...SITE, adClient: 'another' }, NOW)['ads.txt']).toBeUndefined()
  })

  it('the sitemap lists every page to be indexed, and is empty without one', () => {
    const indexed = ['https://checker.example/', 'https://checker.example/how']
    const head =
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    expect(generateSiteFiles({ ...SITE, indexed }, NOW)['sitemap.xml']).toBe(
      `${head}  <url><loc>https://checker.example/</loc></url>\n  <url><loc>https://checker.example/how</loc></url>\n</urlset>\n`,
    )
    expect(generateSiteFiles(SITE, NOW)['sitemap.xml']).toBe(`${head}</urlset>\n`)
  })

  it('robots.txt forbids the API to crawlers and names the sitemap', () => {
    expect(generateSiteFiles(SITE, NOW)['robots.txt']).toBe(
      'User-agent: *\nDisallow: /api/\n\nSitemap: https://checker.example/sitemap.xml\n',
    )
  })

  it('the manifest lets the site be installed, and accepts posts that another app shares', () => {
    const manifest = JSON.parse(generateSiteFiles(SUB, NOW)['manifest.webmanifest'] ?? '')
    const icon = { type: 'image/png' }
    expect(manifest).toMatchObject({
      id: '/sub/',
      name: 'Checker',
      short_name: 'Shadowban F',
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

describe('security.txt', () => {
  const NOW = Date.UTC(2026, 10, 22, 13, 45)
  const site = { origin: 'https://checker.example', base: '/', contactUrl: 'mailto:us@checker.example' }

  it.each([
    ['https://checker.example', 'Canonical: https://checker.example/.well-known/security.txt\n'],
    // No canonical place on an origin without TLS.
    ['http://localhost:8787', ''],
  ])(
    'security.txt of %s names the contact, the day on which it expires, the languages and its own address',
    (origin, canonical) => {
      expect(securityTxt({ ...site, origin }, NOW)).toBe(
        'Contact: mailto:us@checker.example\n' +
          'Expires: 2027-11-21T00:00:00.000Z\n' +
          `Preferred-Languages: ja, en\n${canonical}`,
      )
    },
  )

  it.each([
    ['nobody is named', { ...site, contactUrl: '' }],
    ['the contact is a page without TLS', { ...site, contactUrl: 'http://checker.example/contact' }],
    ['only a part of the contact has TLS', { ...site, contactUrl: 'http://checker.example/?for=https://a' }],
    ['the site is a folder of another one', { ...site, base: '/tools/checker/' }],
  ])('security.txt is not written if %s', (_why, facts) => {
    expect(securityTxt(facts, NOW)).toBeNull()
  })
})

describe('compressing', () => {
  /** What is in the folder after its files have been compressed. */
  function compressed(folder: string, files: Record<string, string | Buffer>): string[] {
    mkdirSync(join(folder, 'assets'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    compressFiles(folder)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  }

  it('each text and kernel, also in folders, has a compressed copy that decompresses to the same content', () => {
    const folder = scratchFolder()
    const html = '<p>one</p>'.repeat(50)
    const script = 'const a = 1;\n'.repeat(50)
    compressed(folder, { 'index.html': html, 'assets/base.js': script })
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(html)
    expect(brotliDecompressSync(readFileSync(join(folder, 'index.html.br'))).toString()).toBe(html)
    expect(gunzipSync(readFileSync(join(folder, 'assets/base.js.gz'))).toString()).toBe(script)
  })

  it('compressed copies are made of texts and kernels, not of pictures and other files', () => {
    const texts = ['css', 'html', 'js', 'svg', 'txt', 'wasm', 'webmanifest', 'xml'].map(
      (ending) => `a.${ending}`,
    )
    const others = ['_headers', 'card.png', 'html', 'page.html.bak']
    const files = Object.fromEntries([...texts, ...others].map((name) => [name, 'a'.repeat(99)]))
    const twins = compressed(scratchFolder(), files).filter((name) => name.endsWith('.br'))
    expect(twins).toEqual(texts.map((name) => `${name}.br`))
  })

  it('a compressed copy is not written if it would not be smaller, for each format separately', () => {
    // What gzip makes of it has 23 bytes; brotli's is shorter.
    const files = { 'same.txt': 'a'.repeat(23), 'none.txt': 'a' }
    expect(gzipSync(files['same.txt'])).toHaveLength(23)
    expect(compressed(scratchFolder(), files)).toEqual(['assets', 'none.txt', 'same.txt', 'same.txt.br'])
  })
})

it('the card and the icons are drawn in the sizes that pages, phones and the manifest name, also when they are drawn twice', async () => {
  const sizes = async () =>
    Object.fromEntries(Object.entries(await drawSiteImages()).map(([name, png]) => [name, pngSize(png)]))
  const expected = {
    'card.png': '1200x630',
    'icon-192.png': '192x192',
    'icon-512.png': '512x512',
    'icon-maskable.png': '512x512',
    'apple-touch-icon.png': '180x180',
  }
  expect(await sizes()).toEqual(expected)
  expect(await sizes()).toEqual(expected)
})

it('the icon in the browser’s tab is the same mark as on the page, with a colour for light and one for dark', () => {
  const icon = drawTabIcon()
  for (const path of [SITE_MARK.lens, SITE_MARK.seen, SITE_MARK.hidden]) expect(icon).toContain(`d="${path}"`)
  expect(icon).toContain(`stroke-width="${SITE_MARK.width}"`)
  expect(icon).toContain('@media(prefers-color-scheme:dark)')
})
