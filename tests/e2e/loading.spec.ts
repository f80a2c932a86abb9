import type { Page } from '@playwright/test'
import { GROUP_STYLES } from '../../src/results/groups.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, stopClock, test } from './fixtures.ts'
import { fetched, filesFrom, isPrefetched, requestsOf, warm } from './observe.ts'
import { EXCLUDED, results, row, start } from './postSteps.ts'
import { hold } from './steps.ts'

test('no file of the search is fetched until a field is focused, and none during the check, nor by the other tab', async ({
  page,
}) => {
  const files = filesFrom(page)
  const calls = requestsOf(page)
  await page.goto('/')
  // What the page fetches ahead while it is idle ends with these two.
  await fetched(page, files, 'AccountResult')
  await fetched(page, files, 'PostCheckPage')
  expect(files.filter((url) => /worker|\.wasm/.test(url))).toEqual([])
  expect(calls.filter((call) => call.includes('/api/') && !isPrefetched(call))).toEqual([])
  await page.getByLabel(text.form.user.label).fill('sbx_mixed')
  await expect.poll(() => files.some((url) => url.includes('crypto.worker'))).toBe(true)
  await expect.poll(() => calls.some((call) => call.includes('/api/ip '))).toBe(true)
  await warm(files)
  files.length = 0
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.getByRole('heading', { name: resultText.list.title(20) })).toBeVisible()
  expect(files).toEqual([])

  await page.goto('/tweetcheck')
  await row(page, 1).fill(EXCLUDED)
  await fetched(page, files, 'checkPosts')
  await fetched(page, files, 'AccountPage')
  await warm(files)
  files.length = 0
  await start(page)
  await expect(results(page)).toContainText(resultText.badge.excluded)
  // The result page fetches ahead what visitors go on to.
  const wanted = () => files.filter((name) => !name.includes('HistoryPage'))
  expect(wanted()).toEqual([])
  await page.getByRole('link', { name: text.tab.account, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeVisible()
  expect(wanted().filter((name) => name.includes('AccountPage'))).toEqual([])
})

test('no code is fetched before the first focus if the browser saves data', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const files = filesFrom(page)
  await page.goto('/')
  // Asked for after the page has, with twice its patience: where it would have fetched ahead, it has begun to.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 4_000 })))
  expect(files.filter((name) => /PostCheckPage|checkAccount/.test(name))).toEqual([])
  await page.getByLabel(text.form.user.label).focus()
  await expect.poll(() => files.some((name) => name.includes('PostCheckPage'))).toBe(true)
})

test.describe('a lost network', () => {
  test.use({
    expectedMessages: [/Failed to load resource|net::ERR|Failed to fetch dynamically|OfflineError/],
  })

  /** Keeps a file from the page until the returned function is called. */
  async function withhold(page: Page, file: string) {
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort('internetdisconnected'))
    return async () => await page.unroute(`**/assets/${file}-*.js`)
  }

  test('if the network is lost before the other tab is loaded, the page says so, continues by itself when the network is back, and keeps what was typed', async ({
    page,
    context,
  }) => {
    const release = await withhold(page, 'PostCheckPage')
    await page.goto('/')
    await page.getByLabel(text.form.user.label).fill('sbx_search')
    await context.setOffline(true)
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page.getByRole('alert')).toContainText(text.alert.offlinePart)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('PostCheckPage'))
    await page.getByRole('button', { name: text.action.retry }).click()
    await failed
    // What is said meanwhile was there before: once the page is idle, it is about the second failure.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 4_000 })))
    await expect(page.getByRole('alert')).toContainText(text.alert.offlinePart)
    await release()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
  })

  test('if the network is lost before the code that reads a pasted link is loaded, the page says so, keeps the link, and checks its account when the network is back', async ({
    page,
    context,
  }) => {
    const release = await withhold(page, 'pastedText')
    await page.goto('/')
    await context.setOffline(true)
    const field = page.getByLabel(text.form.user.label)
    await field.fill('https://x.com/sbx_search?s=20')
    await field.press('Enter')
    await expect(page.getByText(text.alert.offline)).toBeVisible()
    await expect(field).toHaveValue('https://x.com/sbx_search?s=20')
    await expect(field).toBeFocused()
    await release()
    await context.setOffline(false)
    await expect(
      page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
    ).toBeVisible()
  })

  test('if the network is lost before the code of a check, of its result or of the result page of posts is loaded, the page says so, and the check continues when the network is back', async ({
    visit,
  }) => {
    const { offline, offlinePart } = text.alert
    for (const [file, path, sentence, words] of [
      ['checkAccount', '/?screen_name=sbx_search', offline, resultText.verdict.foundOf(['Search Ban'])],
      ['AccountResult', '/?screen_name=sbx_search', offlinePart, resultText.verdict.foundOf(['Search Ban'])],
      ['ResultsPage', `/tweetcheck?url=${EXCLUDED}`, offlinePart, GROUP_STYLES.excluded.finding(1)],
    ] as const) {
      await test.step(file, async () => {
        const page = await visit()
        const release = await withhold(page, file)
        const files = filesFrom(page)
        await page.goto(path)
        await page.locator('main form input').first().focus()
        await warm(files)
        await expect.poll(() => files.some((name) => name.includes(file))).toBe(true)
        await page.context().setOffline(true)
        await page.locator('main form button[type="submit"]').click()
        await expect(page.getByRole('alert').last()).toContainText(sentence)
        await release()
        await page.context().setOffline(false)
        await expect(page.getByRole('heading', { name: words })).toBeVisible()
        await page.close()
      })
    }
  })
})

test('a link shows that its page is loading', async ({ page }) => {
  const release = await hold(page, 'PostCheckPage-*')
  await page.goto('/')
  const tab = page.getByRole('link', { name: text.tab.post })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
  await expect(tab).toHaveAttribute('aria-busy', 'false')
})

test('the page says in words when its scripts do not arrive, and removes that once they do', async ({
  page,
}) => {
  const release = await hold(page, '*')
  await page.goto('/', { waitUntil: 'commit' })
  const late = page.getByText(text.scriptsLate)
  await expect(page.getByRole('button', { name: text.form.user.submit })).toBeVisible()
  await expect(late).toBeHidden()
  const waits = await late.evaluate((element) =>
    element.getAnimations().map((animation) => {
      const { delay } = animation.effect?.getTiming() ?? {}
      animation.finish()
      return delay
    }),
  )
  expect(waits).toEqual([10_000])
  await expect(late).toBeVisible()
  release()
  await expect(late).toBeHidden()
  await expect(page.getByLabel(text.form.user.label)).toBeEditable()
})

test.describe('scripts that cannot run', () => {
  test.use({ expectedMessages: [/SyntaxError|Unexpected|Content Security Policy/] })

  test('the page names the age of a browser that cannot read its scripts, and not the connection', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'let let = new syntax' }),
    )
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText(text.scriptsUnreadable)).toBeVisible()
    await expect(page.getByText(text.scriptsLate)).toHaveCount(0)
  })

  test('a page whose module scripts a proxy has renamed says so, and Rocket Loader renames none', async ({
    visit,
  }) => {
    for (const [renamed, hydrates] of [
      [/<script(?![^>]*data-cfasync="false")([^>]*) type="module"/g, true],
      [/<script([^>]*) type="module"/g, false],
    ] as const) {
      const page = await visit()
      await page.route('/', async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replaceAll(renamed, '<script$1 type="7d-module"')
        await route.fulfill({ response, body: html })
      })
      await page.goto('/', { waitUntil: 'commit' })
      if (hydrates) await expect(page.locator('#root[data-hydrated]')).toBeAttached()
      else await expect(page.getByText(text.scriptsChanged)).toBeVisible()
      await page.close()
    }
  })
})

test('a page that another site frames is hidden, although its host sends no header', async ({
  page,
  baseURL,
}) => {
  await page.route('http://framing.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}/"></iframe>` }),
  )
  await page.route(`${baseURL}/`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ contentType: 'text/html', body: await response.text() })
  })
  await page.goto('http://framing.test/')
  const html = page.frameLocator('iframe').locator('html')
  await expect(html).toBeAttached()
  await expect(html.locator('#root')).toBeAttached()
  await expect(html).toBeHidden()
})

test('the page shows how long a check has been running, says what to do if that is long, and gives up after 45 seconds', async ({
  page,
}) => {
  await page.clock.install()
  await page.route('**/api/check-by-user', () => undefined)
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('sbx_clear')
  await stopClock(page)
  // The search is not part of this, and takes its time whatever the clock says.
  const asked = page.waitForRequest('**/api/check-by-user')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await asked
  const status = page.getByRole('region', { name: text.progress.label }).getByRole('status')
  await expect(status).toHaveText('')
  await page.clock.runFor(8_000)
  await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await expect(page.getByText(/^8秒経過$/)).toBeVisible()
  await expect(status).toHaveText('')
  await page.clock.runFor(6_000)
  await expect(status).toHaveText(text.progress.long)
  await page.clock.runFor(12_000)
  await expect(status).toHaveText(text.progress.tooLong)
  // Its 45 seconds are over.
  await page.clock.runFor(20_000)
  await expect(page.getByText(text.alert.failed)).toBeVisible()
  await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_clear')
})

test('a new page is shown from its top, an earlier page where it was left, and the focus stays in a field that is touched as soon as it exists', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 300 })
  await page.goto('/')
  // The page hears of it with the next frame.
  await page.evaluate(async () => {
    const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    scrollTo(0, 250)
    await heard
  })
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/tweetcheck"]')?.click())
  await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(250)

  const link = page.getByRole('link', { name: text.tab.post })
  await link.hover()
  await link.evaluate(async (link: HTMLAnchorElement) => {
    const there = new Promise<void>((resolve) =>
      new MutationObserver((_, observer) => {
        const field = document.querySelector<HTMLElement>('input[name=url]')
        if (!field) return
        observer.disconnect()
        field.focus()
        resolve()
      }).observe(document.body, { childList: true, subtree: true }),
    )
    link.click()
    await there
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
  await expect(page.locator('input[name=url]').first()).toBeFocused()
})
