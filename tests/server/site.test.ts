import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import { AccountCheck, BatchAnswer, History, Oembed } from '../../contract/wire.ts'
import { createLimits } from '../../server/http/limits.ts'
import { loadViewer } from '../../server/openapi/loadViewer.ts'
import { loadSite } from '../../server/site/site.ts'
import { countInMemory } from '../../server/store/memoryStore.ts'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome } from './client.ts'
import { scratchFolder } from './scratch.ts'
import { testApp } from './testApp.ts'

describe('site', () => {
  function siteOf(files: Record<string, string>) {
    const folder = scratchFolder()
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
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
      ['/?screen_name=a', 200, 'home'],
      ['/tweetcheck', 200, 'posts'],
      ['/index.html', 200, 'home'],
      ['/tweetcheck/', 200, 'posts'],
      ['/tweetcheck/index.html', 200, 'posts'],
      ['/sbctestqwert/', 200, 'inner'],
      ['/sbctestqwert/index.html', 200, 'inner'],
      ['/sbctestqwert', 200, 'inner'],
      ['/tweetcheck/results', 200, 'results'],
      ['/tweetcheck/history/abc-_123', 200, 'home'],
      ['/nothing/here', 404, 'unknown'],
      ['/assets/gone.js', 404, '404 Not Found'],
      ['/assets/gone', 404, '404 Not Found'],
      ['/favicon.ico', 404, '404 Not Found'],
      ['/../package.json', 404, '404 Not Found'],
      ['/..%2fpackage.json', 404, '404 Not Found'],
      ['/%2e%2e/package.json', 404, '404 Not Found'],
      ['/%E0%A4%A', 404, 'unknown'],
    ])('answers %s with %i', async (path, status, text) => {
      expect(await get(path)).toMatchObject({ status, text })
    })

    it('keeps to itself what a build left for another host, and shows what lies in .well-known', async () => {
      const files = { _headers: 'own', _redirects: 'own', '.assetsignore': 'own', '.nojekyll': 'own' }
      const get = siteOf({ ...FILES, ...files, '404.html': 'unknown', '.well-known/security.txt': 'Contact' })
      for (const name of Object.keys(files)) expect((await get(`/${name}`)).status).toBe(404)
      expect(
        (await siteOf({ ...FILES, 'docs/_headers': 'a page of its own' })('/docs/_headers')).status,
      ).toBe(200)
      expect(await get('/.well-known/security.txt')).toMatchObject({ status: 200, text: 'Contact' })
    })

    it('answers unknown routes with the app where there is no page for them', async () => {
      expect(await siteOf(FILES)('/nothing/here')).toMatchObject({ status: 200, text: 'home' })
    })

    it('answers 404 where nothing is built', async () => {
      expect((await siteOf({})('/')).status).toBe(404)
      const site = loadSite(join(scratchFolder(), 'not-there'))
      expect((await testApp({ site }).request('/')).status).toBe(404)
    })

    it.each([
      ['/tweetcheck/history', 200],
      ['/tweetcheck/history/', 200],
      ['/tweetcheck/history/abc/', 200],
      ['/tweetcheck/history//', 404],
      ['/tweetcheck/history/abc/def', 404],
      ['/tweetcheck/historyabc', 404],
      ['/a/tweetcheck/history/abc', 404],
    ])('knows the addresses of saved batches from others: %s is %i', async (path, status) => {
      expect(await get(path)).toMatchObject({ status, text: status === 200 ? 'home' : 'unknown' })
    })

    it.each(['/assets/', '/assets/a/b', '/a.b', '/a/b.MJS'])(
      'answers a missing file without a page, which would be read as a script: %s',
      async (path) => {
        expect(await get(path)).toMatchObject({ status: 404, text: '404 Not Found' })
      },
    )

    it.each(['/a/assets/b', '/a.b/c', '/a.', '/a.b-c'])(
      'answers what names no file with the page for it: %s',
      async (path) => {
        expect(await get(path)).toMatchObject({ status: 404, text: 'unknown' })
      },
    )

    it('draws what only a browser can draw on a page without content, where the build wrote one', async () => {
      const get = siteOf({ ...FILES, 'app.html': 'shell' })
      for (const path of ['/tweetcheck/history/abc', '/nothing/here']) {
        expect(await get(path)).toMatchObject({ status: 200, text: 'shell' })
      }
      expect((await get('/')).text).toBe('home')
    })

    it('takes a path apart from its slash at the end alone', async () => {
      const get = siteOf({ ...FILES, 'a/b.html': 'inner page', '404.html': 'unknown' })
      for (const path of ['/a/b', '/a/b/', '/a/b.html']) expect((await get(path)).text).toBe('inner page')
      for (const path of ['/ab', '/a//b', '/a/b//']) expect((await get(path)).text).toBe('unknown')
    })

    it('lets hashed files be cached for ever, and pages not at all', async () => {
      expect((await get('/assets/app-abc123.js')).header('Cache-Control')).toBe(
        'public, max-age=31536000, immutable',
      )
      expect((await get('/')).header('Cache-Control')).toBe('no-cache')
      expect((await get('/tweetcheck')).header('Cache-Control')).toBe('no-cache')
    })

    it('does not let a missing file be cached, since the next deploy may bring it', async () => {
      expect((await get('/assets/gone.js')).header('Cache-Control')).toBe('no-store')
      expect((await get('/favicon.ico')).header('Cache-Control')).toBe('no-store')
    })

    it('answers 304 when the browser has the file already', async () => {
      const etag = (await get('/')).header('ETag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      expect(await get('/', { 'If-None-Match': etag })).toMatchObject({ status: 304, text: '' })
      expect(await get('/tweetcheck', { 'If-None-Match': etag })).toMatchObject({
        status: 200,
        text: 'posts',
      })
      expect(await get('/')).toMatchObject({ status: 200, text: 'home' })
    })

    it('answers with the page for unknown routes each time, also where the browser has it', async () => {
      const etag = (await get('/nothing/here')).header('ETag') ?? ''
      expect(etag).not.toBe('')
      const again = await get('/nothing/here', { 'If-None-Match': etag })
      expect(again).toMatchObject({ status: 404, text: 'unknown' })
    })

    it('serves as a file what looks like a twin of one that is not there', async () => {
      const get = siteOf({ 'data.csv.gz': 'alone', 'list.br': 'of its own', 'list.br.gz': 'twin' })
      expect(await get('/data.csv.gz')).toMatchObject({ status: 200, text: 'alone' })
      expect(await get('/list.br')).toMatchObject({ status: 200, text: 'of its own' })
      expect((await get('/list.br.gz')).status).toBe(404)
      const zipped = await get('/list.br', { 'Accept-Encoding': 'gzip, br' })
      expect([zipped.header('Content-Encoding'), zipped.text]).toEqual(['gzip', 'twin'])
    })

    it('sends the smallest encoding that the browser accepts', async () => {
      const path = '/assets/app-abc123.js'
      const encoded = async (accepts: string) =>
        (await get(path, { 'Accept-Encoding': accepts })).header('Content-Encoding')
      expect(await encoded('gzip, deflate, br, zstd')).toBe('br')
      expect(await encoded('gzip')).toBe('gzip')
      expect(await encoded('br;q=0, gzip;q=0.5')).toBe('gzip')
      expect(await encoded('identity')).toBeNull()
      expect(await encoded('')).toBeNull()
      expect((await get(path)).header('Content-Encoding')).toBeNull()
      const plain = await get('/assets/core-abc123.wasm', { 'Accept-Encoding': 'br, gzip' })
      expect([plain.header('Content-Encoding'), plain.text]).toEqual([null, 'wasm'])
      expect((await get(path, { 'Accept-Encoding': 'br' })).text).toBe('brotli')
      expect((await get(`${path}.br`)).status).toBe(404)
    })

    it.each([
      ['br;q=0', null],
      ['br;q=0.0', null],
      ['br;q=0.000', null],
      ['br; q=0', null],
      ['br ;q=0 ', null],
      ['br;q=0,deflate', null],
      ['br;q=0 , deflate', null],
      ['brotli', null],
      ['xbr', null],
      ['br-x', null],
      ['br;q=0.1', 'br'],
      ['br;q=0.01', 'br'],
      ['br;q=1', 'br'],
      ['br ', 'br'],
      ['br , deflate', 'br'],
      ['br ; q=0.5', 'br'],
      ['deflate,br', 'br'],
      ['deflate, br', 'br'],
      ['deflate;q=0, br', 'br'],
      ['br;q=0.05, deflate;q=0', 'br'],
    ])('reads "%s" as what the browser accepts: %s', async (accepts, encoding) => {
      const answer = await get('/assets/app-abc123.js', { 'Accept-Encoding': accepts })
      expect(answer.header('Content-Encoding')).toBe(encoding)
    })

    it('says that its answers differ by the accepted encoding, so that no cache mixes them', async () => {
      const etag = (await get('/')).header('ETag') ?? ''
      expect((await get('/assets/app-abc123.js', { 'Accept-Encoding': 'br' })).header('Vary')).toBe(
        'Accept-Encoding',
      )
      expect((await get('/')).header('Vary')).toBe('Accept-Encoding')
      expect((await get('/', { 'If-None-Match': etag })).header('Vary')).toBe('Accept-Encoding')
      expect((await get('/nothing/here')).header('Vary')).toBe('Accept-Encoding')
    })

    it('sends the content types that browsers require', async () => {
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

    it('cannot be framed or sniffed, and keeps histories out of search engines', async () => {
      const home = await get('/')
      expect(home.header('Content-Security-Policy')).toContain("frame-ancestors 'none'")
      expect(home.header('X-Content-Type-Options')).toBe('nosniff')
      expect(home.header('X-Robots-Tag')).toBeNull()
      expect((await get('/tweetcheck/history/abc')).header('X-Robots-Tag')).toBe('noindex')
      expect((await get('/tweetcheck/history/')).header('X-Robots-Tag')).toBe('noindex')
      expect((await get('/tweetcheck/results')).header('X-Robots-Tag')).toBeNull()
    })
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

    it('may call and read when it is listed', async () => {
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

    it('is told by Vary to caches that keep answers for each origin apart', async () => {
      for (const origin of ['https://site.example', 'https://evil.example']) {
        const answer = await app.request('/api/ip', { headers: { Origin: origin } })
        expect(answer.headers.get('Vary')).toBe('Origin')
      }
    })

    it('may not when it is not listed', async () => {
      for (const origin of ['https://evil.example', 'https://site.example.evil', 'null']) {
        expect((await preflight(origin)).headers.get('Access-Control-Allow-Origin')).toBeNull()
      }
      const none = await testApp().request('/api/ip', { headers: { Origin: 'https://site.example' } })
      expect(none.headers.get('Access-Control-Allow-Origin')).toBeNull()
    })
  })
})

describe('app', () => {
  const call = inProcess(testApp({ difficulty: 1 }))

  describe('the account check over the sandbox', () => {
    const answering = SANDBOX_ACCOUNTS.filter(({ name }) => !/err|slow/.test(name))
    it.each(answering)('answers $name ($state) in the shape of the wire', async ({ name }) => {
      const answer = await checkAccount(call, bodyFor(name))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('X-Upstream')).toBe('sandbox')
      expect(v.is(AccountCheck, await answer.json())).toBe(true)
    })

    it('answers any other name as not found', async () => {
      const answer = await checkAccount(call, bodyFor('nobody_at_all'))
      expect(await answer.json()).toMatchObject({ not_found: true, search_ban: null })
    })

    it('sends posts only when they are asked for, and fewer without reposts', async () => {
      const count = async (more: object) => {
        const answer = await checkAccount(call, bodyFor('sbx_clear', more))
        return ((await answer.json()) as { tweets?: unknown[] }).tweets?.length
      }
      expect(await count({ searchban: false, repost: false })).toBeUndefined()
      expect(await count({})).toBe(20)
      expect(await count({ repost: false })).toBe(15)
    })

    it('fails on request with a message', async () => {
      const answer = await checkAccount(call, bodyFor('sbx_err_502'))
      expect(answer.status).toBe(502)
      expect(await answer.json()).toEqual({ message: expect.any(String), code: 'upstream' })
    })
  })

  it('tells a caller his own address, and nothing else', async () => {
    const call = inProcess(testApp({ addressOf: () => '2001:db8::7' }))
    expect(await (await call('/api/ip')).json()).toEqual({ ip: '2001:db8::7' })
  })

  describe('the batch check over the sandbox', () => {
    const urls = ['0', '6', '7', '8', '9', '4', '5'].map(
      (digit) => `https://x.com/sbx_mixed/status/198000000000000000${digit}`,
    )

    it('answers every URL once, in order, and saves the result', async () => {
      const answer = await checkBatch(call, [...urls, 'not a post', urls[0] ?? ''])
      const batch = v.parse(BatchAnswer, await answer.json())
      const statuses = [
        'AVAILABLE',
        'QUATE_FORBIDDEN',
        'FORBIDDEN',
        'NOT_FOUND',
        'UNKNOWN',
        'RESTRICTED',
        'UNSEARCHED',
      ]
      expect(batch.results.map(({ status }) => status)).toEqual([...statuses, 'INVALID_URL'])
      expect(batch.results.map(({ url }) => url)).toEqual([...urls, 'not a post'])
      const evidence = batch.results.map(({ evidence }) => evidence?.found)
      expect(evidence).toEqual([true, true, false, null, null, null, null, undefined])

      const saved = await call(`/api/get-history-by-session-id?id=${batch.sessionId}`)
      expect(v.parse(History, await saved.json()).results).toEqual(batch.results)
    })

    it('previews an existing post', async () => {
      const answer = await call(`/api/oembed?url=${encodeURIComponent(urls[0] ?? '')}`)
      expect(v.is(Oembed, await answer.json())).toBe(true)
      expect((await call(`/api/oembed?url=${encodeURIComponent(urls[5] ?? '')}`)).status).toBe(403)
      expect((await call(`/api/oembed?url=${encodeURIComponent(urls[3] ?? '')}`)).status).toBe(404)
    })
  })
})

describe('openapi', () => {
  const app = testApp({ viewer: loadViewer() })
  type Operation = {
    responses: Record<string, { content: { 'application/json': { schema: { $ref: string } } } }>
  }
  type Document = {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, { required?: string[]; properties?: object }> }
  }
  const read = async () => (await (await app.request('/api/openapi.json')).json()) as Document

  describe('the description of the API', () => {
    it('is OpenAPI 3.1 and holds every call that is answered', async () => {
      const document = await read()
      expect(document.openapi).toBe('3.1.0')
      const described = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const answered = app.routes
        .filter(({ path, method }) => path.startsWith('/api/') && !path.includes('*') && method !== 'ALL')
        .map(({ path, method }) => `${method} ${path}`)
        .filter((call) => !/docs|openapi/.test(call))
      expect(described.sort()).toEqual([...new Set(answered)].sort())
    })

    it('refers only to schemas that it holds, generated from those of the contract', async () => {
      const { paths, components } = await read()
      const answers = Object.values(paths).flatMap((methods) =>
        Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
      )
      const names = answers.map(
        ({ content }) => content['application/json'].schema.$ref.split('/').at(-1) ?? '',
      )
      expect(names.every((name) => name in components.schemas)).toBe(true)
      expect(components.schemas['CheckRequest']?.required).toEqual([
        'screen_name',
        'key',
        'searchban',
        'repost',
      ])
      expect(Object.keys(components.schemas['AccountCheck']?.properties ?? {})).toContain('reply_deboosting')
    })

    it('lists the refusals of each call', async () => {
      const { paths } = await read()
      const statuses = Object.keys(paths['/api/check-by-user']?.['post']?.responses ?? {})
      expect(statuses).toEqual(['200', '400', '401', '403', '409', '413', '415', '429', '502', '503', '504'])
    })

    it('has a page that loads nothing from other origins', async () => {
      const page = await app.request('/api/docs')
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
      const html = await page.text()
      expect(html).not.toMatch(/https?:|<script>|style=|onclick/)
      const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
      const statuses = await Promise.all(loaded.map(async (path) => (await app.request(path)).status))
      expect(statuses).toEqual([200, 200, 200])
    })
  })
})

describe('own pages', () => {
  const OURS = 'https://checker.example'
  const call = inProcess(testApp({ origins: [OURS] }))
  const PREVIEW = '/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000001'

  const REFUSED = { status: 403, code: 'other_site' }
  const GIVEN = { status: 200, code: undefined }

  it.each([
    ['a browser that does not say where it comes from', {}, GIVEN],
    ['a page of this origin', { 'Sec-Fetch-Site': 'same-origin' }, GIVEN],
    ['a visitor who typed the address', { 'Sec-Fetch-Site': 'none' }, GIVEN],
    ['a listed site', { 'Sec-Fetch-Site': 'cross-site', Origin: OURS }, GIVEN],
    ['a listed site of the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: OURS }, GIVEN],
    ['a picture in a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
    ['a picture in a page of a neighbour', { 'Sec-Fetch-Site': 'same-site' }, REFUSED],
    ['a call of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' }, REFUSED],
  ])('answers a preview for %s as it should', async (_name, headers, expected) => {
    expect(await outcome(call(PREVIEW, { headers }))).toEqual(expected)
  })

  it("uses up nothing of the visitor's limit when another site's page asks", async () => {
    const limits = createLimits(1, countInMemory())
    const limited = inProcess(testApp({ limits }))
    for (let count = 0; count < 10; count++)
      await limited(PREVIEW, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect((await limited(PREVIEW)).status).toBe(200)
  })
})
