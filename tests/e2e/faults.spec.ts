import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test, waitForHydration } from './fixtures.ts'
import { check, completes, openWith, storageless, workerless } from './steps.ts'
import { fetched, filesFrom, loseUntilReload, warm } from './observe.ts'

// Each fault alone: a check completes, or says what failed and can be tried again. With the ad script, and all together: ads.spec.ts.

test.describe('A check completes with WASM off, JIT off, SIMD off, workers blocked, crypto.subtle absent, storage denied, the IP lookup blocked and the ad script blocked, each alone and all together:', () => {
  test.use({ expectedMessages: [/Failed to load resource|MIME type|net::ERR|worker/i] })

  test('without SIMD', async ({ baseURL }) => {
    await using browser = await openWith(baseURL, ['--js-flags=--no-enable-sse4-1'])
    await completes(browser.page)
  })

  test('without WASM and JIT', async ({ baseURL }) => {
    await using browser = await openWith(baseURL, ['--js-flags=--jitless'])
    expect(await browser.page.evaluate(() => typeof WebAssembly)).toBe('undefined')
    await completes(browser.page)
  })

  test.describe(() => {
    test.use({
      baseURL: async ({ baseURL }, use) => await use(baseURL?.replace('localhost', 'insecure.test')),
    })

    test('in an insecure context', async ({ page }) => {
      await completes(page)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
    })
  })

  test('without workers', async ({ page }) => {
    await page.addInitScript(workerless)
    await completes(page)
  })

  test('when the worker file is gone', async ({ page }) => {
    await page.route('**/*worker*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await completes(page)
  })

  test('when the worker dies without a word', async ({ page }) => {
    await page.route('**/*worker*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'self.close()' }),
    )
    await completes(page)
  })

  test('when storage is denied', async ({ page }) => {
    await page.addInitScript(storageless)
    await completes(page)
  })

  test('when the address lookup never answers', async ({ page }) => {
    await page.route('**/api/ip', () => undefined)
    await completes(page)
  })
})

test.describe('No screen stays in "checking" longer than 45 s of visible time; every error can be retried; what the visitor typed survives every failure:', () => {
  test.use({ expectedMessages: [/Failed to load resource|net::ERR/] })

  test('offline, and goes on by itself when the connection is back', async ({ page, context }) => {
    const files = filesFrom(page)
    await page.goto('/')
    await page.getByLabel(text.form.user.label).fill('sbx_search')
    await warm(files)
    for (const part of ['checkAccount', 'AccountResult']) await fetched(page, files, part)
    await context.setOffline(true)
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByText(text.alert.offline)).toBeVisible()
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
  })

  for (const [call, phase, seconds] of [
    ['generate-keyvalue', text.phase.challenge, 30],
    ['check-by-user', text.phase.server, 45],
  ] as const) {
    test(`when ${call} hangs, after ${seconds} seconds`, async ({ page }) => {
      await page.clock.install()
      await page.route(`**/api/${call}`, () => undefined)
      await page.goto('/')
      await check(page)
      await expect(page.getByRole('status').first()).toHaveText(phase)
      await page.clock.fastForward((seconds + 1) * 1000)
      await expect(page.getByText(text.alert.failed)).toBeVisible()
      await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
      await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
    })
  }
})

test('makes one request of Enter and a click at once', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('sbx_search')
  await page.evaluate((name) => {
    const button = [...document.querySelectorAll('button')].find((each) => each.innerText === name)
    button?.form?.requestSubmit()
    button?.click()
  }, text.form.user.submit)
  await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
  expect(calls.filter((path) => path === '/api/check-by-user')).toHaveLength(1)
})

test.describe('after a deploy', () => {
  test.use({ expectedMessages: [/Failed to load resource|Failed to fetch dynamically/] })

  test('a missing chunk reloads the page once and keeps the name', async ({ page }) => {
    const loads = await loseUntilReload(page, 'checkAccount')
    await page.goto('/')
    const reloaded = page.waitForEvent('load')
    await check(page)
    await reloaded
    await waitForHydration(page)
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
    expect(loads.count).toBe(2)
  })
})
