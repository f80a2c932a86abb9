import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../server/http/listen.ts'
import type { Listening } from '../../server/http/listen.ts'
import { loadSite } from '../../server/site/site.ts'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { resultText } from '../../src/text/result.ts'
import { GITHUB, buildFor, serveFiles } from '../hosting/buildFor.ts'
import { testApp } from '../server/testApp.ts'
import { expect, test } from './fixtures.ts'
import { fetched } from './observe.ts'

test('nothing of the search is fetched until a field is focused', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  // What the page fetches ahead while it is idle ends with these two.
  await fetched(page, asked, 'AccountResult')
  await fetched(page, asked, 'PostCheckPage')
  expect(asked.filter((url) => /worker|\.wasm|\/api\/(?!capabilities)/.test(url))).toEqual([])
  await page.getByLabel(text.form.user.label).focus()
  await expect.poll(() => asked.some((url) => url.includes('crypto.worker'))).toBe(true)
  await expect.poll(() => asked.some((url) => url.endsWith('/api/ip'))).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page can be read, and says that it needs JavaScript', async ({ page }) => {
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

test('hydrates every page without a mismatch and without a change to its head', async ({ page }) => {
  for (const path of ['/', '/sbctestqwert', '/tweetcheck', '/pow']) {
    const html = await (await page.request.get(path)).text()
    const metas = html.match(/<meta /g)?.length ?? 0
    await page.goto(path)
    await expect(page.locator('head > meta')).toHaveCount(metas)
    await expect(page.locator('head > title')).toHaveCount(1)
  }
})

test('a page opened by the name of its file or folder is that page, and its address says so', async ({
  page,
}) => {
  for (const [file, path] of [
    ['/index.html', '/'],
    ['/pow/', '/pow'],
    ['/pow/index.html?difficulty=2', '/pow?difficulty=2'],
  ] as const) {
    await page.goto(file)
    await expect(page).toHaveURL((url) => url.pathname + url.search === path)
    await expect(page.getByRole('heading', { name: text.error.title })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

test('takes a share from another app into the rows', async ({ page }) => {
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

  test('every route opens, reloads and leads on', async ({ page }) => {
    using build = buildFor(GITHUB)
    await using server = await serveFiles(build.folder, '/repo/')
    const headings = {
      '': text.home.h1,
      sbctestqwert: text.home.h1,
      tweetcheck: text.post.h1,
      'tweetcheck/': text.post.h1,
      'tweetcheck/history/some-id': text.history.h1,
      nothing: text.error.title,
    }
    for (const [path, heading] of Object.entries(headings)) {
      await page.goto(`${server.url}/repo/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    await page.getByRole('link', { name: text.error.home }).click()
    await expect(page).toHaveURL(`${server.url}/repo/`)
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page).toHaveURL(`${server.url}/repo/tweetcheck`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeVisible()
  })
})

const root = join(import.meta.dirname, '../..')
const originOf = ({ port }: Listening) => `http://localhost:${port}`

test.describe('the built site on another origin than the API', () => {
  test.describe.configure({ mode: 'serial' })
  const listed = ['https://site.example']
  let folder: string
  let servers: [api: Listening, site: Listening, stranger: Listening]

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'checker-site-'))
    const api = await listen(testApp({ origins: listed, difficulty: 2 }), 0)
    const env = { ...process.env, VITE_API_BASE: originOf(api) }
    const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir']
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const site = loadSite(folder)
    servers = [api, await listen(testApp({ site }), 0), await listen(testApp({ site }), 0)]
    listed.push(originOf(servers[1]))
  })
  test.afterAll(async () => {
    await Promise.all(servers.map((server) => server.drain(0)))
    rmSync(folder, { recursive: true, force: true })
  })

  test('works where its origin is listed', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${originOf(servers[1])}/`)
    await page.getByLabel(text.form.user.label).fill('sbx_all_bans')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByRole('heading', { name: resultText.verdict.found(4) })).toBeVisible()
    await expect(page.getByText(text.sandbox.notice)).toBeVisible()
    const calls = asked.filter((url) => url.includes('/api/'))
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.filter((url) => !url.startsWith(originOf(servers[0])))).toEqual([])
  })

  test.describe('where its origin is not listed', () => {
    test.use({ expectedMessages: [/CORS|Failed to load resource/] })

    test('cannot read the API', async ({ page }) => {
      await page.goto(`${originOf(servers[2])}/`)
      await page.getByLabel(text.form.user.label).fill('sbx_all_bans')
      await page.getByRole('button', { name: text.form.user.submit }).click()
      await expect(page.getByRole('alert').filter({ hasText: text.alert.title })).toBeVisible()
      await expect(page.getByRole('heading', { name: resultText.verdict.found(4) })).toHaveCount(0)
    })
  })
})
