import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Layout } from '../../build/site/hosts/hosts.ts'
import { writePages } from '../../build/site/pages.ts'
import { pages } from '../../src/pages.ts'
import { scratchFolder } from '../server/scratch.ts'
import { SITE } from './siteFacts.ts'

const TEMPLATE = `<html>
  <head>
    <meta charset="utf-8" />
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/assets/index.js"></script>
  </body>
</html>`
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
async function written(layout: Layout): Promise<{ policy: string; pages: Record<string, string> }> {
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
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1] ?? '')
/** Does what the inline scripts of a page do, in a browser's stead. */
const run = (html: string, browser: { location?: object; history?: object; document: object }) =>
  inlineScripts(html).forEach((script) =>
    new Function('location', 'history', 'document', 'window', script)(
      browser.location,
      browser.history,
      Object.assign(browser.document, { addEventListener: () => undefined }),
      {},
    ),
  )

describe('the pages of a build', () => {
  beforeEach(() => {
    folder = scratchFolder()
  })

  it('are files by their name, for hosts that leave the ending out', async () => {
    const { pages } = await written('files')
    expect(Object.keys(pages)).toEqual([
      '404.html',
      'app.html',
      'how.html',
      'index.html',
      'log.html',
      'pow.html',
      'privacy.html',
      'report.html',
      'sbctestqwert.html',
      'tweetcheck.html',
      'tweetcheck/results.html',
    ])
  })

  it('are folders with an index, for any file server', async () => {
    const { pages } = await written('folders')
    expect(Object.keys(pages)).toEqual([
      '404.html',
      'app.html',
      'how/index.html',
      'index.html',
      'log/index.html',
      'pow/index.html',
      'privacy/index.html',
      'report/index.html',
      'sbctestqwert/index.html',
      'tweetcheck/index.html',
      'tweetcheck/results/index.html',
    ])
  })

  it('hold what is rendered for their path, or a frame where only the browser knows the content', async () => {
    const { pages } = await written('files')
    const held = Object.entries(pages).map(([name, html]) => [
      name,
      /data-route="(.*?)"><main>(.*?)<\/main>/.exec(html)?.slice(1, 3),
    ])
    expect(Object.fromEntries(held)).toEqual({
      '404.html': ['*', 'page /404'],
      'app.html': ['', 'frame of /tweetcheck/history/:sessionId'],
      'tweetcheck/results.html': ['', 'frame of /tweetcheck/results'],
      ...Object.fromEntries(
        DRAWN.map(({ path }) => [`${path.slice(1) || 'index'}.html`, [path, `page ${path}`]]),
      ),
    })
  })

  it('fetch early the scripts of their own route, and frames and the error page none', async () => {
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

  it('all carry the policy that is returned, right after their encoding, and it lets run what is written into them', async () => {
    const { pages, policy } = await written('files')
    for (const html of Object.values(pages)) {
      expect(html).toContain(
        `<head>\n    <meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />\n`,
      )
    }
    const scripts = new Set(Object.values(pages).flatMap(inlineScripts))
    expect(scripts.size).toBe(3)
    for (const script of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  })

  it('of accounts tell before they are painted that a visitor comes back to an answer, and no others do', async () => {
    const { pages } = await written('files')
    for (const name of ACCOUNT_PAGES) {
      const html = pages[name] ?? ''
      expect(html.indexOf('<script>')).toBeLessThan(html.indexOf('</head>'))
      const came = {
        document: { documentElement: { dataset: {} } },
        history: { state: { usr: { checked: 'name' } } },
      }
      run(html, came)
      expect(came.document.documentElement.dataset).toEqual({ back: '' })
      const fresh = { document: { documentElement: { dataset: {} } }, history: { state: null } }
      run(html, fresh)
      expect(fresh.document.documentElement.dataset).toEqual({})
    }
    const telling = Object.keys(pages).filter((name) => pages[name]?.includes('dataset.back'))
    expect(telling.toSorted()).toEqual([...ACCOUNT_PAGES].toSorted())
  })

  it.each([
    ['/tweetcheck/results', true],
    ['/sub/tweetcheck/history/some-id', true],
    ['/tweetcheck/history/', false],
    ['/tweetcheck/nothing', false],
    ['/', false],
  ])('shows at %s an error page without its error: %s', async (pathname, emptied) => {
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
