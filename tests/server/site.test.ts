import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeSiteFiles } from '../../build/site/files.ts'
import { loadSite } from '../../server/site/site.ts'
import { scratchFolder } from './scratch.ts'
import { testApp } from './testApp.ts'

function siteOf(files: Record<string, string>) {
  const folder = scratchFolder()
  writeSiteFiles(folder, files)
  const app = testApp({ site: loadSite(folder) })
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, { headers })
    return {
      status: answer.status,
      text: await answer.text(),
      header: (name: string) => answer.headers.get(name),
    }
  }
}

const FILES = {
  'index.html': 'home',
  'tweetcheck/index.html': 'posts',
  'sbctestqwert.html': 'inner',
  'tweetcheck/results.html': 'results',
  'assets/app-abc123.js': 'script',
  'assets/app-abc123.js.br': 'brotli',
  'assets/app-abc123.js.gz': 'gzip',
  'assets/core-abc123.wasm': 'wasm',
  'manifest.webmanifest': '{}',
}

describe('the site', () => {
  const get = siteOf({ ...FILES, '404.html': 'unknown' })

  it.each([
    ['/', 200, 'home'],
    ['/tweetcheck', 200, 'posts'],
    ['/index.html', 200, 'home'],
    ['/tweetcheck/', 200, 'posts'],
    ['/sbctestqwert/', 200, 'inner'],
    ['/sbctestqwert', 200, 'inner'],
    ['/tweetcheck/history/abc-_123', 200, 'home'],
    ['/nothing/here', 404, 'unknown'],
    ['/..%2fpackage.json', 404, '404 Not Found'],
    ['/%E0%A4%A', 404, 'unknown'],
    ['/tweetcheck/history', 200, 'home'],
    ['/tweetcheck/history/abc/', 200, 'home'],
    ['/tweetcheck/history/abc/def', 404, 'unknown'],
    ['/tweetcheck/historyabc', 404, 'unknown'],
    ['/a/tweetcheck/history/abc', 404, 'unknown'],
    // A page in place of a missing file would be read as a script.
    ['/assets/a/b', 404, '404 Not Found'],
    ['/a/b.MJS', 404, '404 Not Found'],
    ['/a/assets/b', 404, 'unknown'],
    ['/a.b/c', 404, 'unknown'],
    ['/a.', 404, 'unknown'],
  ])('the site answers %s with %i', async (path, status, text) => {
    expect(await get(path)).toMatchObject({ status, text })
  })

  it('the site does not publish the files that a build made for another host, and publishes those in .well-known', async () => {
    const files = { _headers: 'own', _redirects: 'own', '.assetsignore': 'own', '.nojekyll': 'own' }
    const get = siteOf({ ...FILES, ...files, '404.html': 'unknown', '.well-known/security.txt': 'Contact' })
    for (const name of Object.keys(files)) expect((await get(`/${name}`)).status).toBe(404)
    expect(await get('/.well-known/security.txt')).toMatchObject({ status: 200, text: 'Contact' })
  })

  it('the site answers 404 if nothing was built', async () => {
    expect((await siteOf({})('/')).status).toBe(404)
    const site = loadSite(join(scratchFolder(), 'not-there'))
    expect((await testApp({ site }).request('/')).status).toBe(404)
  })

  it('the site answers unknown routes with the app if there is no page for them, on a page without content if the build wrote one', async () => {
    expect(await siteOf(FILES)('/nothing/here')).toMatchObject({ status: 200, text: 'home' })
    const get = siteOf({ ...FILES, 'app.html': 'shell' })
    for (const path of ['/tweetcheck/history/abc', '/nothing/here']) {
      expect(await get(path)).toMatchObject({ status: 200, text: 'shell' })
    }
    expect((await get('/')).text).toBe('home')
  })

  it('the site ignores one slash at the end of a path, and no other slash', async () => {
    const get = siteOf({ ...FILES, 'a/b.html': 'inner page', '404.html': 'unknown' })
    for (const path of ['/a/b', '/a/b/', '/a/b.html']) expect((await get(path)).text).toBe('inner page')
    for (const path of ['/ab', '/a//b', '/a/b//']) expect((await get(path)).text).toBe('unknown')
  })

  it('the site lets hashed files be cached for ever, pages only if they are checked with the server, and missing files not at all', async () => {
    expect((await get('/assets/app-abc123.js')).header('Cache-Control')).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/')).header('Cache-Control')).toBe('no-cache')
    // The next deploy may bring it.
    expect((await get('/assets/gone.js')).header('Cache-Control')).toBe('no-store')
  })

  it('the site answers 304 if the browser has the file already', async () => {
    const home = await get('/')
    const etag = home.header('ETag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const again = await get('/', { 'If-None-Match': etag })
    expect(again).toMatchObject({ status: 304, text: '' })
    // No cache mixes the encodings.
    for (const { header } of [home, again]) expect(header('Vary')).toBe('Accept-Encoding')
    const weak = { 'If-None-Match': `"other", W/${etag}` }
    expect((await get('/', weak)).status).toBe(304)
    expect(await get('/tweetcheck', { 'If-None-Match': etag })).toMatchObject({ status: 200, text: 'posts' })
  })

  it('the site has an ETag for each encoding of a file', async () => {
    const path = '/assets/app-abc123.js'
    const encodings = ['br', 'gzip', 'identity'].map((encoding) => ({ 'Accept-Encoding': encoding }))
    const tags = await Promise.all(
      encodings.map(async (headers) => (await get(path, headers)).header('ETag')),
    )
    expect(new Set(tags).size).toBe(3)
    const again = { 'Accept-Encoding': 'gzip', 'If-None-Match': tags[0] ?? '' }
    expect(await get(path, again)).toMatchObject({ status: 200, text: 'gzip' })
  })

  it('the site sends the page for unknown routes with 404 each time, also if the browser has it', async () => {
    const etag = (await get('/nothing/here')).header('ETag') ?? ''
    const again = await get('/nothing/here', { 'If-None-Match': etag })
    expect(again).toMatchObject({ status: 404, text: 'unknown' })
  })

  it('the site serves a file that is named like a compressed copy of a missing one as itself', async () => {
    const get = siteOf({ 'data.csv.gz': 'alone', 'list.br': 'of its own', 'list.br.gz': 'twin' })
    expect(await get('/data.csv.gz')).toMatchObject({ status: 200, text: 'alone' })
    expect(await get('/list.br')).toMatchObject({ status: 200, text: 'of its own' })
    expect((await get('/list.br.gz')).status).toBe(404)
    const zipped = await get('/list.br', { 'Accept-Encoding': 'gzip, br' })
    expect([zipped.header('Content-Encoding'), zipped.text]).toEqual(['gzip', 'twin'])
  })

  it('the site sends the smallest encoding that the browser accepts', async () => {
    const path = '/assets/app-abc123.js'
    const encoded = async (accepts: string) =>
      (await get(path, { 'Accept-Encoding': accepts })).header('Content-Encoding')
    expect(await encoded('gzip, deflate, br, zstd')).toBe('br')
    expect(await encoded('br;q=0, gzip;q=0.5')).toBe('gzip')
    expect(await encoded('brotli, identity')).toBeNull()
    expect((await get(path)).header('Content-Encoding')).toBeNull()
    const plain = await get('/assets/core-abc123.wasm', { 'Accept-Encoding': 'br, gzip' })
    expect([plain.header('Content-Encoding'), plain.text]).toEqual([null, 'wasm'])
    expect((await get(path, { 'Accept-Encoding': 'br' })).text).toBe('brotli')
    expect((await get(`${path}.br`)).status).toBe(404)
  })

  it('the site sends the content types that browsers require', async () => {
    expect((await get('/assets/core-abc123.wasm')).header('Content-Type')).toBe('application/wasm')
    expect((await get('/assets/app-abc123.js')).header('Content-Type')).toMatch(/^text\/javascript/)
    expect((await get('/')).header('Content-Type')).toMatch(/^text\/html/)
    expect((await get('/manifest.webmanifest')).header('Content-Type')).toMatch(
      /^application\/manifest\+json/,
    )
    const unheard = siteOf({ 'a.unheard': 'bytes', LICENSE: 'text' })
    for (const path of ['/a.unheard', '/LICENSE']) {
      expect((await unheard(path)).header('Content-Type')).toBe('application/octet-stream')
    }
  })

  it('the site cannot be framed or sniffed, and keeps histories out of search engines', async () => {
    const home = await get('/')
    expect(home.header('Content-Security-Policy')).toBe(
      "object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
    )
    expect(home.header('Strict-Transport-Security')).toBeNull()
    expect(home.header('X-Content-Type-Options')).toBe('nosniff')
    expect(home.header('X-Robots-Tag')).toBeNull()
    expect((await get('/tweetcheck/history/abc')).header('X-Robots-Tag')).toBe('noindex')
  })
})

it("the site sends a build's content policy with every file, since a page's own does not reach its workers", async () => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-abc='"
  const page = `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}" />`
  const get = siteOf({ ...FILES, 'index.html': page, '404.html': page })
  for (const path of ['/', '/tweetcheck', '/tweetcheck/history/abc', '/nothing', '/assets/app-abc123.js']) {
    const { header } = await get(path)
    expect([path, header('Content-Security-Policy')]).toEqual([path, `${policy}; frame-ancestors 'none'`])
  }
})

describe('a site on another origin', () => {
  const app = testApp({ origins: ['https://site.example'] })
  const preflight = (origin: string) =>
    app.request('/api/check-by-user', {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-session-token,x-request-hash',
      },
    })

  it('a site on another origin may call the API and read its answers if it is listed', async () => {
    const allowed = await preflight('https://site.example')
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe('https://site.example')
    expect(allowed.headers.get('Access-Control-Allow-Methods')).toBe('GET,POST')
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toBe(
      'Content-Type,X-Session-Token,X-Request-Hash',
    )
    const answer = await app.request('/api/ip', { headers: { Origin: 'https://site.example' } })
    expect(answer.headers.get('Access-Control-Expose-Headers')).toBe('X-Upstream,Retry-After')
    const refusal = await app.request('/api/none', { headers: { Origin: 'https://site.example' } })
    expect(refusal.headers.get('Access-Control-Allow-Origin')).toBe('https://site.example')
  })

  it('an answer to a site on another origin has Vary, so that caches keep the answers for each origin separately', async () => {
    for (const origin of ['https://site.example', 'https://evil.example']) {
      const answer = await app.request('/api/ip', { headers: { Origin: origin } })
      expect(answer.headers.get('Vary')).toBe('Origin')
    }
  })

  it('a site on another origin may not call the API if it is not listed', async () => {
    for (const origin of ['https://evil.example', 'https://site.example.evil', 'null']) {
      expect((await preflight(origin)).headers.get('Access-Control-Allow-Origin')).toBeNull()
    }
    const none = await testApp().request('/api/ip', { headers: { Origin: 'https://site.example' } })
    expect(none.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})
