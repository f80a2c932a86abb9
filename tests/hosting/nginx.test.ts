import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { howText } from '../../src/text/how.ts'
import { text } from '../../src/text/ja.ts'
import { privacyText } from '../../src/text/privacy.ts'
import { reportText } from '../../src/text/report.ts'
import { buildFor } from './buildFor.ts'
import type { Build } from './buildFor.ts'
import { pngSize } from './pngSize.ts'
import { serveWithNginx } from './serveWithNginx.ts'

const ORIGIN = 'https://checker.example'
const CONTACT = 'mailto:us@checker.example'

/** Each page with an address of its own: its path, title, a sentence of its content, and whether it may be indexed. */
const PAGES = [
  ['', text.meta.home.title, text.home.lead, true],
  ['sbctestqwert', text.meta.home.title, text.home.lead, false],
  ['tweetcheck', text.meta.post.title, text.post.footer, true],
  ['how', text.meta.how.title, howText.lead, true],
  ['privacy', text.meta.privacy.title, privacyText.lead, true],
  ['report', text.meta.report.title, reportText.lead, true],
  ['pow', text.meta.pow.title, text.meta.pow.title.split('｜')[0] ?? '', true],
] as const

describe.each(['/', '/tools/checker/'])('the build for nginx at %s', (base) => {
  let build: Build
  let server: Awaited<ReturnType<typeof serveWithNginx>>
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${base}${path}`, init)

  beforeAll(async () => {
    build = buildFor({
      VITE_HOST: 'nginx',
      VITE_BASE: base,
      VITE_SITE_ORIGIN: ORIGIN,
      VITE_CONTACT_URL: CONTACT,
    })
    const root = join(build.beside, 'www')
    cpSync(build.folder, join(root, base), { recursive: true })
    server = await serveWithNginx(root, join(build.beside, 'dist.nginx.conf'))
  })

  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    build[Symbol.dispose]()
  })

  it.each(PAGES)('serves /%s with its own head and content', async (path, title, content, indexed) => {
    const response = await get(path)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(html).toContain(`<title data-page>${title}</title>`)
    // English words among the others are marked as such.
    expect(html.split('<body>')[1]?.replaceAll(/<[^>]+>/g, '')).toContain(content)
    expect(html).toContain(`name="robots" content="${indexed ? 'index, follow' : 'noindex'}"`)
    expect(html.includes(`rel="canonical" href="${ORIGIN}${base}${path}"`)).toBe(indexed)
    expect(html).toContain(`property="og:image" content="${ORIGIN}${base}card.png"`)
    expect(html).toContain(text.noScript)
  })

  it.each(['tweetcheck/results', 'tweetcheck/history/some-id'])(
    'serves /%s as a frame without content, not to be indexed',
    async (path) => {
      const response = await get(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain('name="robots" content="noindex"')
      expect(html).not.toContain(text.error.title)
    },
  )

  it.each(['nothing', 'tweetcheck/nothing', 'pow/nothing'])(
    'answers /%s with the error page at 404',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain(text.error.about)
    },
  )

  it('never answers a missing asset with a page', async () => {
    const response = await get('assets/base-gone.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).not.toContain('id="root"')
  })

  it("lets assets be cached for ever, and sends the build's compressed copies", async () => {
    const script = readdirSync(join(build.folder, 'assets')).find((name) => /^base-.*\.js$/.test(name))
    const response = await get(`assets/${script}`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.get('Content-Security-Policy')).toContain("'wasm-unsafe-eval'")
  })

  it('sends every file as what it is, and lets those alone be kept for ever whose name says their content', async () => {
    const assets = readdirSync(join(build.folder, 'assets'))
    const named = (ending: RegExp) => assets.find((name) => ending.test(name))
    const sent = async (path: string) => {
      const { status, headers } = await get(path)
      return [status, headers.get('Content-Type'), headers.get('Cache-Control')]
    }
    const forEver = 'public, max-age=31536000, immutable'
    expect(await sent(`assets/${named(/\.js$/)}`)).toEqual([200, 'application/javascript', forEver])
    expect(await sent(`assets/${named(/\.wasm$/)}`)).toEqual([200, 'application/wasm', forEver])
    expect(await sent('')).toEqual([200, 'text/html', 'no-cache'])
    expect(await sent('tweetcheck')).toEqual([200, 'text/html', 'no-cache'])
    expect(await sent('tweetcheck/history/some-id')).toEqual([200, 'text/html', 'no-cache'])
    expect(await sent('manifest.webmanifest')).toEqual([200, 'application/manifest+json', 'no-cache'])
    expect(await sent('icon.svg')).toEqual([200, 'image/svg+xml', 'no-cache'])
    expect(await sent('card.png')).toEqual([200, 'image/png', 'no-cache'])
    expect(await sent('sitemap.xml')).toEqual([200, 'text/xml', 'no-cache'])
    expect((await get('tweetcheck/history/some-id')).headers.get('X-Robots-Tag')).toBe('noindex')
    expect((await get('tweetcheck')).headers.get('X-Robots-Tag')).toBeNull()
  })

  it('sends the manifest as one, with a share target and icons that are there', async () => {
    const response = await get('manifest.webmanifest')
    expect(response.headers.get('Content-Type')).toBe('application/manifest+json')
    const manifest = await response.json()
    expect(manifest).toMatchObject({
      start_url: base,
      share_target: { action: `${base}tweetcheck`, method: 'GET' },
    })
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(server.url + src)
      expect(icon.headers.get('Content-Type')).toBe('image/png')
      expect(pngSize(await icon.bytes())).toBe(sizes)
    }
    expect(pngSize(await (await get('card.png')).bytes())).toBe('1200x630')
  })

  it('tells at the root whom to write to of a weakness', async () => {
    const response = await fetch(`${server.url}/.well-known/security.txt`)
    expect(response.status).toBe(base === '/' ? 200 : 404)
    const said = base === '/' ? await response.text() : `Contact: ${CONTACT}\n`
    expect(said.split('\n')[0]).toBe(`Contact: ${CONTACT}`)
  })

  it('lists the pages to be indexed, with a robots.txt at the root only', async () => {
    const sitemap = await (await get('sitemap.xml')).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
    const indexed = PAGES.filter(([, , , indexed]) => indexed).map(([path]) => `${ORIGIN}${base}${path}`)
    expect(listed.toSorted()).toEqual(indexed.toSorted())
    expect((await get('robots.txt')).status).toBe(base === '/' ? 200 : 404)
  })
})
