import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PageLayout } from '../../build/site/hosts/hosts.ts'
import { apiOrigins, createContentPolicy } from '../../build/site/contentSecurityPolicy.ts'
import { pageHtml, writePages } from '../../build/site/pages.ts'
import { pages } from '../../src/pages.ts'
import { scratchFolder } from '../server/scratch.ts'
import { SITE } from './siteFacts.ts'

const ELSEWHERE = {
  ...SITE,
  apiBase: 'https://api.example',
  ipLookupUrl: 'https://ip.example/?format=json',
  timingUrl: 'https://timing.example:8443/timings',
}
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** The sources of each directive. */
function directivesOf(policy: string): Record<string, string[]> {
  const all = policy.split('; ').map((directive) => directive.split(' '))
  return Object.fromEntries(all.map(([name = '', ...sources]) => [name, sources]))
}

it('the policy lets pages send profiler results to the origins that the build names, without connecting to them early', () => {
  const site = { ...SITE, powPostOrigins: ['https://collector.example', 'http://192.168.1.5:8790'] }
  const sources = ["'self'", 'https://collector.example', 'http://192.168.1.5:8790']
  expect(directivesOf(createContentPolicy(site, []))['connect-src']).toEqual(sources)
  expect(apiOrigins(site)).toEqual([])
  const policy = createContentPolicy({ ...site, carriesAds: true }, [])
  expect(directivesOf(policy)['connect-src']).toContain('http://192.168.1.5:8790')
})

it('the policy allows the inline scripts and styles of the pages by their hash, and no others', () => {
  const pages = ['<script>one()</script><style>a{}</style>', '<script>one()</script><script>two()</script>']
  const { 'script-src': scripts, 'style-src': styles } = directivesOf(createContentPolicy(SITE, pages))
  expect(scripts).toEqual(["'self'", "'wasm-unsafe-eval'", hashOf('one()'), hashOf('two()')])
  expect(styles).toEqual(["'self'", hashOf('a{}')])
})

it('the policy forbids everything that a page does not need, and requests to origins that the build does not name', () => {
  expect(directivesOf(createContentPolicy(ELSEWHERE, []))).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", 'https://api.example', 'https://ip.example', 'https://timing.example:8443'],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  })
})

it('the policy with advertisements allows what they need, and runs only scripts that our own start', () => {
  const pages = ['<script>ads()</script><style>a{}</style>']
  expect(directivesOf(createContentPolicy({ ...ELSEWHERE, carriesAds: true }, pages))).toEqual({
    'default-src': ["'self'"],
    'script-src': [hashOf('ads()'), "'strict-dynamic'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    'connect-src': ["'self'", 'https:'],
    'frame-src': ['https:'],
    'font-src': ["'self'", 'https:', 'data:'],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  })
})

const SHARED = '<script type="module" crossorigin src="/assets/base.js"></script>'
const ENTRY = '<script type="module" crossorigin src="/assets/index.js"></script>'
const TEMPLATE = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    ${SHARED}
    ${ENTRY}
    <link rel="stylesheet" crossorigin href="/assets/style.css">
    <link rel="icon" href="/icon.svg" />
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?: data-cfasync="false")?>([^]*?)<\/script>/g)].map((match) => match[1] ?? '')

describe('the HTML of a page', () => {
  const BUILT = { folder: '/nowhere', template: TEMPLATE, styles: 'a{color:red}', scriptsOf: () => [] }
  const PAGE = {
    head: '<title>How</title><meta name="robots" content="noindex"/><link rel="canonical" href="/how"/>',
    body: '<main>How it works</main>',
    route: '/how',
  }

  it('the HTML of a page preloads the scripts that its route needs but does not start with, and connects early to an API elsewhere', () => {
    const site = { ...SITE, apiBase: 'https://api.example', ipLookupUrl: 'https://ip.example/json' }
    const needed = ['how', 'base', 'index', 'ui'].map((name) => `/assets/${name}.js`)
    const early = (facts: typeof site) =>
      pageHtml(BUILT, PAGE, facts, needed)
        .split('\n')
        .filter((line) => /modulepreload|preconnect/.test(line))
    const preloads = [
      '    <link rel="modulepreload" crossorigin href="/assets/how.js" />',
      '    <link rel="modulepreload" crossorigin href="/assets/ui.js" />',
    ]
    expect(early(SITE)).toEqual(preloads)
    expect(early(site)).toEqual([
      '    <link rel="preconnect" href="https://api.example" crossorigin />',
      '    <link rel="preconnect" href="https://ip.example" crossorigin />',
      ...preloads,
    ])
  })

  it('the HTML of a page contains what was rendered and built unchanged, also signs with a meaning in replacements', () => {
    const styles = "a::after{content:'$&$1$`'}"
    const page = { head: "<title>$& $'</title>", body: "<p>$& $1 $' $$</p>", route: '*' }
    const html = pageHtml({ ...BUILT, styles }, page, SITE, [])
    expect(html).toContain(`<style>${styles}</style>`)
    expect(html).toContain("<title data-page>$& $'</title>")
    expect(html).toContain(`<div id="root" data-route="*">${page.body}</div>`)
  })

  it('the HTML of a page with advertisements is started only by its inline script', () => {
    const html = pageHtml(BUILT, PAGE, { ...SITE, carriesAds: true }, ['/assets/base.js', '/assets/how.js'])
    const starters = inlineScripts(html).filter((script) => script.includes("s.src='/assets/index.js'"))
    expect(starters).toHaveLength(1)
    expect(html).not.toContain('<script type="module"')
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/how.js" />')
  })

  it.each([
    ['its root', TEMPLATE.replace('<div id="root">', '<div id="app">')],
    ['its script', TEMPLATE.replace(SHARED, '').replace(ENTRY, '<script src="/old.js"></script>')],
  ])('the HTML of a page is not made from a template that has lost %s', (_what, template) => {
    expect(() => pageHtml({ ...BUILT, template }, PAGE, SITE, [])).toThrow(
      'index.html has lost its root or its script',
    )
  })
})

describe('writing pages', () => {
  const pageNamed = (name: string, route: string) =>
    Promise.resolve({ head: `<title>${name}</title>`, body: `<main>${name}</main>`, route })
  const FRAMES = new Set(['/tweetcheck/results', '/tweetcheck/history/:sessionId'])
  const PRERENDER = {
    site: SITE,
    builtPages: pages,
    renderPage: (path: string) =>
      FRAMES.has(path)
        ? pageNamed(`frame of ${path}`, '')
        : pageNamed(`page ${path}`, path === '/404' ? '*' : path),
  }
  const DRAWN = pages.filter(({ path }) => !FRAMES.has(path))
  const ACCOUNT_PAGES = ['index.html', 'sbctestqwert.html']

  let folder: string
  /** Writes the pages into a fresh folder; returns the policy and each page by its file's name. */
  async function written(layout: PageLayout): Promise<{ policy: string; pages: Record<string, string> }> {
    const client = {
      folder,
      template: TEMPLATE,
      styles: 'a{}',
      scriptsOf: (module: string) => [`/of/${module}.js`],
    }
    const policy = await writePages(client, PRERENDER, layout)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    )
    const pages = files.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
    return { policy, pages: Object.fromEntries(pages) }
  }
  /** Does what the inline scripts of a page do, in a browser's stead. */
  const run = (html: string, browser: { location?: object; history?: object; document: object }) =>
    inlineScripts(html).forEach((script) =>
      new Function('location', 'history', 'document', 'window', 'self', 'top', script)(
        browser.location,
        browser.history,
        { addEventListener: () => undefined, querySelector: () => null, ...browser.document },
        {},
        null,
        null,
      ),
    )

  beforeEach(() => {
    folder = scratchFolder()
  })

  it('pages preload the scripts of their own route, and frames and the error page none', async () => {
    const { pages: files } = await written('files')
    for (const { path, file } of DRAWN) {
      const html = files[`${path.slice(1) || 'index'}.html`] ?? ''
      expect(html.match(/<link rel="modulepreload".*>/g)).toEqual([
        `<link rel="modulepreload" crossorigin href="/of/${file}.js" />`,
      ])
    }
    for (const name of ['404.html', 'app.html', 'tweetcheck/results.html']) {
      expect(files[name]).not.toContain('modulepreload')
    }
  })

  it('pages of accounts show the home view, unless the address names an account, which they mark before they are painted', async () => {
    const { pages } = await written('files')
    for (const name of ACCOUNT_PAGES) {
      const html = pages[name] ?? ''
      expect(html.indexOf('<script>')).toBeLessThan(html.indexOf('</head>'))
      const came = {
        document: { documentElement: { dataset: {} } },
        location: { hostname: 'checker.example', search: '?screen_name=name' },
      }
      run(html, came)
      expect(came.document.documentElement.dataset).toEqual({ view: 'restoring' })
      const location = { hostname: 'localhost', search: '' }
      const fresh = { location, document: { documentElement: { dataset: {} } } }
      run(html, fresh)
      expect(fresh.document.documentElement.dataset).toEqual({ outside: '' })
    }
    for (const mark of [`dataset.view='restoring'`, '<html data-view="home"']) {
      const marked = Object.keys(pages).filter((name) => pages[name]?.includes(mark))
      expect(marked.toSorted()).toEqual([...ACCOUNT_PAGES].toSorted())
    }
  })

  it.each([
    ['/tweetcheck/results', true],
    ['/sub/tweetcheck/history/some-id', true],
    ['/tweetcheck/history/', false],
  ])('at %s the error page removes its error: %s', async (pathname, emptied) => {
    const { pages } = await written('files')
    let children: unknown[] = ['error']
    const main = { replaceChildren: (...instead: unknown[]) => (children = instead) }
    run(pages['404.html'] ?? '', {
      location: { pathname },
      document: { querySelector: (selector: string) => (selector === 'main' ? main : null) },
    })
    expect(children).toEqual(emptied ? [] : ['error'])
    expect(pages['404.html']).toMatch(/<main>page \/404<\/main>[^]*<script>[^]*<\/script><\/body>/)
  })
})
