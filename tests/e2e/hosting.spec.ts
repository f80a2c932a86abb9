import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenForRequests } from '../../server/http/listen.ts'
import type { ListeningServer } from '../../server/http/listen.ts'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { resultText } from '../../src/text/result.ts'
import { GITHUB, buildFor, serveFiles } from '../hosting/buildFor.ts'
import { testApp } from '../server/testApp.ts'
import { expect, test } from './fixtures.ts'
import { requestsOf } from './observe.ts'
import { check } from './steps.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript every page can be read, and says that it needs JavaScript', async ({ page }) => {
    for (const path of ['/', '/tweetcheck', '/report', '/pow']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('noscript p')).toHaveText(text.noScript)
      await expect(page.locator('noscript p')).toBeVisible()
      for (const button of await page.locator('button, [data-button]').all()) {
        await expect(button).toHaveCSS('pointer-events', 'none')
      }
    }
  })
})

test('every page hydrates without a change to its head, also by the name of its file or folder, and accepts a share from another app', async ({
  page,
}) => {
  const paths = { '/sbctestqwert': '/sbctestqwert', '/tweetcheck': '/tweetcheck', '/index.html': '/' }
  const folders = { '/pow/': '/pow', '/pow/index.html?difficulty=2': '/pow?difficulty=2' }
  for (const [asked, path] of Object.entries({ ...paths, ...folders })) {
    const html = await (await page.request.get(asked)).text()
    const metas = html.match(/<meta /g)?.length ?? 0
    await page.goto(asked)
    await expect(page).toHaveURL((url) => url.pathname + url.search === path)
    await expect(page.locator('head > meta')).toHaveCount(metas)
    await expect(page.locator('head > title')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: text.error.title })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  const { action, params } = manifest.share_target
  const shared = new URLSearchParams({
    [params.title]: 'X',
    [params.text]: '見て https://x.com/someone/status/1234567890123456789?s=20',
  })
  await page.goto(`${action}?${shared}`)
  await expect(page.getByLabel(postFormText.row.label(1))).toHaveValue(
    /x\.com\/someone\/status\/1234567890123456789/,
  )
})

test.describe('in a folder of a plain file server', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('every route opens and reloads in a folder of a plain file server, and its links work', async ({
    page,
  }) => {
    using build = buildFor(GITHUB)
    await using server = await serveFiles(build.folder, '/repo/')
    const headings = {
      '': text.home.h1,
      sbctestqwert: text.home.h1,
      tweetcheck: text.post.h1,
      'tweetcheck/': text.post.h1,
      'tweetcheck/history/some-id': resultText.history.h1,
      nothing: text.error.title,
    }
    for (const [path, heading] of Object.entries(headings)) {
      await page.goto(`${server.url}/repo/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    await expect(page.getByText(text.error.notFound)).toBeVisible()
    const postCheck = page.getByRole('listitem').filter({ hasText: text.tab.post })
    await expect(postCheck).toContainText(text.tab.postPurpose)
    await page.getByRole('link', { name: text.error.home }).click()
    await expect(page).toHaveURL(`${server.url}/repo/`)
    const tabs = page.getByRole('navigation', { name: text.tab.label })
    await tabs.getByRole('link', { name: text.tab.post }).click()
    await expect(page).toHaveURL(`${server.url}/repo/tweetcheck`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeVisible()
  })
})

const originOf = ({ port }: ListeningServer) => `http://localhost:${port}`

/** The site for GitHub Pages, whose API and address service are at another origin. */
function siteFor(api: string): Disposable & { folder: string } {
  using build = buildFor(GITHUB)
  const folder = mkdtempSync(join(tmpdir(), 'checker-site-'))
  cpSync(build.folder, folder, { recursive: true })
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (!/\.(?:html|js)$/.test(name)) continue
    const file = join(folder, name)
    const changed = readFileSync(file, 'utf8')
      .replaceAll(GITHUB.VITE_API_BASE, api)
      .replaceAll(GITHUB.VITE_IP_LOOKUP_URL, `${api}/api/ip`)
      .replaceAll(new URL(GITHUB.VITE_IP_LOOKUP_URL).origin, api)
    writeFileSync(file, changed)
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test.describe('the built site on another origin than the API', () => {
  test.use({ expectedMessages: [/CORS|Failed to load resource/] })

  test('a site on another origin works if that origin is listed, and cannot read the API if it is not', async ({
    page,
  }) => {
    const listed = ['https://site.example']
    const api = await listenForRequests(testApp({ origins: listed, difficulty: 2 }), 0)
    using build = siteFor(originOf(api))
    await using known = await serveFiles(build.folder, '/repo/')
    await using stranger = await serveFiles(build.folder, '/repo/')
    listed.push(known.url)

    const asked = requestsOf(page)
    await page.goto(`${known.url}/repo/`)
    await check(page, 'sbx_all_bans')
    await expect(page.getByRole('heading', { name: resultText.verdict.found(4) })).toBeVisible()
    await expect(page.getByText(text.sandbox.notice)).toBeVisible()
    const calls = asked.map((request) => request.split(' ')[1] ?? '').filter((url) => url.includes('/api/'))
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.filter((url) => !url.startsWith(originOf(api)))).toEqual([])

    await page.goto(`${stranger.url}/repo/`)
    await check(page, 'sbx_all_bans')
    await expect(page.getByRole('alert').filter({ hasText: text.alert.title })).toBeVisible()
    await expect(page.getByRole('heading', { name: resultText.verdict.found(4) })).toHaveCount(0)
    await api.drain(0)
  })
})
