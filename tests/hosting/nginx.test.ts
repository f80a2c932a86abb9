import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostPresetByName } from '../../build/site/hosts/hosts.ts'
import type { ReadClientAddress } from '../../server/http/limits.ts'
import { listenForRequests } from '../../server/http/listen.ts'
import type { ListeningServer } from '../../server/http/listen.ts'
import { howText } from '../../src/text/how.ts'
import { text } from '../../src/text/ja.ts'
import { privacyText } from '../../src/text/privacy.ts'
import { reportText } from '../../src/text/report.ts'
import { findProgram } from '../run/programs.ts'
import { openFrontDoor } from '../server/frontDoor.ts'
import { scratchFolder } from '../server/scratch.ts'
import { MAIN } from '../server/serverProcess.ts'
import { testApp } from '../server/testApp.ts'
import { buildFor } from './buildFor.ts'
import type { Build } from './buildFor.ts'
import { SITE } from './siteFacts.ts'

/** Runs nginx with a server block like the one that the hosting guide shows. Its end before it is asked to is an error. */
async function serveWithNginx(
  root: string,
  include: string,
  more = '',
  logFormat = '',
): Promise<AsyncDisposable & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'checker-nginx-'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${logFormat}
  ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen unix:${folder}/socket;
    root ${root};
    include ${include};
    ${more}
  }
}
`,
  )
  const nginx = spawn(findProgram('nginx'), ['-p', folder, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  nginx.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<string>((resolve) => {
    nginx.once('error', ({ message }) => resolve(message))
    nginx.once('close', (code) => resolve(`nginx ended (${code}): ${said}`))
  })
  const url = `http://127.0.0.1:${await openFrontDoor(join(folder, 'socket'))}`
  await answering(url, ended)
  return {
    url,
    async [Symbol.asyncDispose]() {
      const early = nginx.exitCode !== null || nginx.signalCode !== null
      nginx.kill('SIGTERM')
      const end = await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      if (early) throw new Error(end)
    },
  }
}

/** Asks until there is an answer; throws when nginx has ended. */
async function answering(url: string, ended: Promise<string>): Promise<void> {
  let end: string | undefined
  void ended.then((how) => (end = how))
  while (!(await fetch(url).catch(() => null))) {
    if (end !== undefined) throw new Error(end)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const ORIGIN = 'https://checker.example'

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

describe('the build for nginx', () => {
  const base = '/tools/checker/'
  let build: Build
  let server: Awaited<ReturnType<typeof serveWithNginx>>
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${base}${path}`, init)

  beforeAll(async () => {
    build = buildFor({ VITE_HOST: 'nginx', VITE_BASE: base, VITE_SITE_ORIGIN: ORIGIN })
    const root = join(build.beside, 'www')
    cpSync(build.folder, join(root, base), { recursive: true })
    server = await serveWithNginx(root, join(build.beside, 'dist.nginx.conf'))
  })

  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    build[Symbol.dispose]()
  })

  it.each(PAGES)(
    'nginx serves the page /%s with its own head and content',
    async (path, title, content, indexed) => {
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
      expect(html).toMatch(/property="og:image:alt" content="[^"]+"/)
      expect(html).toContain(text.noScript)
    },
  )

  it.each(['tweetcheck/results', 'tweetcheck/history/some-id'])(
    'nginx serves /%s as a frame without content, not to be indexed',
    async (path) => {
      const response = await get(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain('name="robots" content="noindex"')
      expect(html).not.toContain(text.error.title)
    },
  )

  it('nginx answers an unknown path with the error page, and a missing asset without a page', async () => {
    const unknown = await get('pow/nothing')
    expect(unknown.status).toBe(404)
    const words = (await unknown.text()).replaceAll(/<[^>]+>/g, '')
    expect(words).toContain(text.error.notFound)
    const response = await get('assets/base-gone.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).not.toContain('id="root"')
  })

  it("nginx sends the build's compressed copies", async () => {
    const script = readdirSync(join(build.folder, 'assets')).find((name) => /^base-.*\.js$/.test(name))
    const response = await get(`assets/${script}`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.get('Content-Security-Policy')).toContain("'wasm-unsafe-eval'")
  })

  it('nginx sends every file with its type, and only files with a hash in their name may be cached for ever', async () => {
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
    expect(await sent('tweetcheck/history/some-id')).toEqual([200, 'text/html', 'no-cache'])
    expect(await sent('manifest.webmanifest')).toEqual([200, 'application/manifest+json', 'no-cache'])
    expect(await sent('card.png')).toEqual([200, 'image/png', 'no-cache'])
    expect(await sent('sitemap.xml')).toEqual([200, 'text/xml', 'no-cache'])
    expect((await get('tweetcheck/history/some-id')).headers.get('X-Robots-Tag')).toBe('noindex')
    expect((await get('tweetcheck')).headers.get('X-Robots-Tag')).toBeNull()
  })

  it('the sitemap of the build for nginx lists the pages to be indexed', async () => {
    const sitemap = await (await get('sitemap.xml')).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
    const indexed = PAGES.filter(([, , , indexed]) => indexed).map(([path]) => `${ORIGIN}${base}${path}`)
    expect(listed.toSorted()).toEqual(indexed.toSorted())
  })
})

describe('the API behind nginx', () => {
  const folder = scratchFolder()
  const guide = readFileSync(join(import.meta.dirname, '../../docs/hosting.md'), 'utf8')
  /** The part of the guide's server block that leads to the API. */
  const [LOCATION = ''] = /^ {2}location ~ [^]*?^ {2}\}$/m.exec(guide) ?? []

  const [LOG_FORMAT = ''] = /^log_format checker .*?;/m.exec(guide) ?? []
  const logged = join(folder, 'access.log')

  let api: ListeningServer
  let site: Awaited<ReturnType<typeof serveWithNginx>>
  beforeAll(async () => {
    const addressOf: ReadClientAddress = (c) => c.req.header('X-Forwarded-For') ?? ''
    api = await listenForRequests(testApp({ addressOf }), 0, '127.0.0.1')
    const include = join(folder, 'dist.nginx.conf')
    const files = hostPresetByName('nginx').filesBeside?.(SITE, "default-src 'none'", [])
    writeFileSync(include, files?.['dist.nginx.conf'] ?? '')
    const root = join(folder, 'www')
    mkdirSync(root)
    for (const page of ['index', '404', 'healthz-guide']) writeFileSync(join(root, `${page}.html`), page)
    const location = LOCATION.replace('127.0.0.1:8787', `127.0.0.1:${api.port}`)
    const own = 'add_header Strict-Transport-Security "max-age=63072000" always;'
    const log = `access_log ${logged} checker;`
    site = await serveWithNginx(root, include, `${log}\n${own}\n${location}`, LOG_FORMAT)
  })
  afterAll(async () => {
    await site[Symbol.asyncDispose]()
    await api.drain(0)
  })

  const textAt = async (path: string, init?: RequestInit) => (await fetch(site.url + path, init)).text()

  it("nginx forwards the API and its health by the guide's server block, and nothing else", async () => {
    expect(LOCATION).toContain('proxy_pass http://127.0.0.1:8787;')
    expect(await textAt('/healthz')).toBe('{"status":"ok"}')
    expect(await textAt('/api/nothing')).toContain('no_such_call')
    expect(await textAt('/')).toBe('index')
    expect(await textAt('/healthz-guide')).toBe('healthz-guide')
  })

  it("the log in the guide's format contains no address, name or id", async () => {
    await textAt('/api/oembed?url=https://x.com/private_name/status/123', {
      headers: { 'X-Forwarded-For': '203.0.113.7', Referer: `${ORIGIN}/tweetcheck/history/an-id` },
    })
    await textAt('/tweetcheck/history/an-id')
    // nginx writes a line after the answer has left.
    await expect.poll(() => readFileSync(logged, 'utf8').split('\n').length).toBeGreaterThan(2)
    const lines = readFileSync(logged, 'utf8').trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(/^[\dT:+-]{25} GET \d{3} [\d.]+$/)
    for (const document of ['hosting', 'operating']) {
      const shown = readFileSync(join(import.meta.dirname, `../../docs/${document}.md`), 'utf8')
      expect(shown).toContain(LOG_FORMAT)
      expect(shown).toMatch(/^ {2}access_log \S+ checker;$/m)
      expect(shown).toMatch(/^ {2}error_log \S+ crit;/m)
    }
  })

  it("nginx sends the server block's own headers with every response, and no headers of the site with those of the API", async () => {
    for (const path of ['/', '/nothing', '/assets/gone.js', '/tweetcheck/history/some-id', '/healthz']) {
      const { headers } = await fetch(site.url + path)
      expect([path, headers.get('Strict-Transport-Security')]).toEqual([path, 'max-age=63072000'])
    }
    const { headers } = await fetch(`${site.url}/api/capabilities`)
    expect(headers.get('Cache-Control')).toBe('public, max-age=30')
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('Permissions-Policy')).toBeNull()
  })

  it('nginx tells the API the address of the caller, and does not forward the header that visitors forge', async () => {
    const forged = { headers: { 'X-Forwarded-For': '203.0.113.7' } }
    // nginx is reached through a socket file here, which is the caller that it knows.
    expect(JSON.parse(await textAt('/api/ip', forged))).toEqual({ ip: 'unix:' })
  })
})

it('nginx reaches the server by a Unix socket, which a killed server leaves and the next one replaces', async () => {
  const folder = scratchFolder()
  const SOCKET_PATH = join(folder, 'checker.sock')
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: join(folder, 'data'),
    TRUST_PROXY: '127.0.0.1',
    SOCKET_PATH,
    SOCKET_MODE: '666',
  }
  const start = async () => {
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes(`Listening on ${SOCKET_PATH}`)) resolve()
      })
    })
    return child
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const proxy = `location / {
    proxy_pass http://unix:${SOCKET_PATH};
    proxy_set_header X-Forwarded-For 203.0.113.7;
  }`
  const killed = await start()
  expect(statSync(SOCKET_PATH).mode & 0o777).toBe(0o666)
  await using site = await serveWithNginx(folder, '/dev/null', proxy)
  const address = async () => (await (await fetch(`${site.url}/api/ip`)).json()) as object
  expect(await address()).toEqual({ ip: '203.0.113.7' })
  await end(killed, 'SIGKILL')
  expect(existsSync(SOCKET_PATH)).toBe(true)
  const next = await start()
  expect(await address()).toEqual({ ip: '203.0.113.7' })
  await end(next, 'SIGINT')
  expect(existsSync(SOCKET_PATH)).toBe(false)
})
