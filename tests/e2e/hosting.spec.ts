import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { resultText } from '../../src/text/result.ts'
import { GITHUB, buildFor, serveFiles } from '../hosting/buildFor.ts'
import { fetched } from './filesFrom.ts'
import { expect, test } from './fixtures.ts'

test.describe('before the page is hydrated', () => {
  test('what is typed before hydration stays and counts', async ({ page }) => {
    const script = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const field = page.getByLabel(text.form.user.label)
    await page.getByLabel(text.form.posts).uncheck()
    await field.fill('sbx_search')
    // What is submitted already now is carried out once the scripts are there.
    await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
    script.resolve()
    await expect(field).toHaveValue('sbx_search')
    await expect(field).toBeFocused()
    await expect(page.getByLabel(text.form.reposts)).toBeDisabled()
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
  })

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
