import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { countLoads, filesFrom } from './observe.ts'
import { countCalls } from './postSteps.ts'
import { answerChallenges, check, completes, openWith, storageless, workerless } from './steps.ts'

// Each fault alone: a check completes, or says what failed and can be tried again. All together: tests/browsers.

const FAULTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'without workers': (page) => page.addInitScript(workerless),
  'when the worker file is gone': (page) =>
    page.route('**/*worker*.js', (route) => route.fulfill({ status: 404, body: 'gone' })),
  'when the worker dies without a word': (page) =>
    page.route('**/*worker*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'self.close()' }),
    ),
  'when storage is denied': (page) => page.addInitScript(storageless),
  'when the address lookup never answers': (page) => page.route('**/api/ip', () => undefined),
}

test.describe('what is missing', () => {
  test.use({ expectedMessages: [/Failed to load resource|MIME type|net::ERR|worker/i] })

  test('a check completes without workers, their file, storage and an address, each alone', async ({
    visit,
  }) => {
    for (const [fault, inflict] of Object.entries(FAULTS)) {
      await test.step(fault, async () => {
        const page = await visit()
        await inflict(page)
        await completes(page)
        await page.close()
      })
    }
  })

  test('a check completes in an insecure context', async ({ page, baseURL }) => {
    await completes(page, baseURL?.replace('localhost', 'insecure.test'))
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
  })

  test('a check completes without SIMD', async ({ baseURL }) => {
    await using browser = await openWith(baseURL, ['--js-flags=--no-enable-sse4-1'])
    await completes(browser.page)
  })

  test('without WASM and JIT a search stops when it is cancelled, and the next check completes', async ({
    baseURL,
  }) => {
    // Without a compiler, so that the search lasts long enough to be shown.
    await using browser = await openWith(baseURL, ['--js-flags=--jitless'])
    const { page } = browser
    expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined')
    await answerChallenges(page)
    await page.goto('/')
    await page.evaluate(
      ([solving, cancel]) => {
        new MutationObserver((_, observer) => {
          if (!document.body.innerText.includes(solving)) return
          const buttons = [...document.querySelectorAll('button')]
          const button = buttons.find(({ innerText }) => innerText === cancel)
          if (!button) return
          observer.disconnect()
          button.click()
          document.documentElement.dataset['cancelled'] = 'yes'
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      },
      [text.phase.pow, text.action.cancel] as const,
    )
    await check(page)
    await page.locator('html[data-cancelled]').waitFor()
    await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
    await expect(page.getByText(text.alert.failed)).toHaveCount(0)
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
    await page.unroute('**/api/generate-keyvalue')
    await check(page)
    await expect(
      page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
    ).toBeVisible()
  })
})

test('on a very slow device without a compiler, the page answers clicks, computes in workers alone, says after 10 seconds that the device is slow, and goes on after 45', async ({
  baseURL,
}) => {
  await using browser = await openWith(baseURL, ['--js-flags=--jitless'])
  const { page } = browser
  const files = filesFrom(page)
  let closed = 0
  page.on('worker', (worker) => worker.on('close', () => closed++))
  await page.route('**/assets/crypto.worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${slowDown})();${await response.text()}` })
  })
  await answerChallenges(page)
  await page.clock.install()
  await page.goto('/?screen_name=sbx_search')
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page.getByText(text.phase.pow).first()).toBeAttached()
  const attempts = page.getByText(/^[1-9][\d,]* 回/)
  const first = await attempts.innerText()
  await expect(attempts).not.toHaveText(first)
  await page.getByLabel(text.form.user.clear).click()
  await expect(page.getByLabel(text.form.user.label)).toBeFocused()
  expect(closed).toBe(0)
  const status = page.getByRole('region', { name: text.progress.label }).getByRole('status')
  await page.clock.fastForward(11_000)
  await expect(status).toHaveText(text.progress.slowDevice)
  await page.clock.fastForward(45_000)
  const later = await attempts.innerText()
  await expect(attempts).not.toHaveText(later)
  await expect(page.getByText(text.alert.slow)).toHaveCount(0)
  expect(files.filter((name) => /\/search-[\w-]+\.js/.test(name))).toEqual([])
})

/** In a worker: each pause between two slices of a search lasts half a second, in which nothing is answered. */
function slowDown(): void {
  const wait = () => {
    const end = performance.now() + 500
    while (performance.now() < end);
  }
  const later = setTimeout
  const post = MessagePort.prototype.postMessage
  Object.assign(globalThis, {
    setTimeout(...given: Parameters<typeof setTimeout>) {
      wait()
      return later(...given)
    },
  })
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    wait()
    post.call(this, message)
  }
}

test.describe('after a deploy', () => {
  test.use({ expectedMessages: [/Failed to load resource|Failed to fetch dynamically/] })

  test('a missing chunk reloads the page once, and the check continues', async ({ page }) => {
    const loads = countLoads(page)
    // Before the page is opened, since it fetches files ahead.
    await page.route('**/assets/checkAccount-*.js', (route) =>
      loads.count > 1 ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
    )
    await page.goto('/')
    const reloaded = page.waitForEvent('load')
    await check(page)
    await reloaded
    await expect(
      page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
    ).toBeVisible()
    expect(loads.count).toBe(2)
  })

  test('the error screen replaces a page whose code is gone, and disappears when the visitor navigates', async ({
    page,
  }) => {
    const loads = countLoads(page)
    await page.route('**/assets/PostCheckPage-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.goto('/')
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.error.title })).toBeVisible()
    await expect(page).toHaveURL(/\/tweetcheck$/)
    await expect(page).toHaveTitle(text.error.title)
    expect(loads.count).toBe(2)
    await page.getByRole('link', { name: text.error.home }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeVisible()
    await page.unroute('**/assets/PostCheckPage-*.js')
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
  })
})

test('a search gives up after 10,000,000 attempts, every one of them in a worker', async ({ page }) => {
  const files = filesFrom(page)
  await answerChallenges(page)
  await page.addInitScript(() => {
    const made = { attempts: 0 }
    new PerformanceObserver((list) => {
      for (const range of list.getEntriesByName('pow:range'))
        made.attempts += (range as PerformanceMeasure).detail.attempts
    }).observe({ type: 'measure' })
    Object.assign(globalThis, { made })
    // A check's 45 seconds, which a slow machine could spend first, count only while the page can be seen.
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  })
  await page.goto('/')
  await check(page)
  const made = () => page.evaluate(() => (globalThis as unknown as { made: object }).made)
  await expect.poll(made, { timeout: 150_000 }).toEqual({ attempts: 10_000_000 })
  await expect(page.getByText(text.alert.proof)).toBeVisible()
  // The code with which the page itself would search.
  expect(files.filter((name) => /\/search-[\w-]+\.js/.test(name))).toEqual([])
})

test('no request is made and no check runs on after the page is left', async ({ page }) => {
  const checks = countCalls(page, '/api/check-by-user')
  let release = () => {}
  await page.route('**/api/generate-keyvalue', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue().catch(() => undefined)
  })
  await page.goto('/')
  await check(page)
  await expect(page.getByRole('status').first()).toHaveText(text.phase.challenge)
  await page.getByRole('link', { name: text.tab.post }).click()
  await expect(page).toHaveURL(/tweetcheck/)
  release()
  await page.getByRole('link', { name: text.tab.account, exact: true }).click()
  await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
  await expect(page.getByText(text.phase.challenge)).toHaveCount(0)
  // A call of the check that was left would come before that of a later one.
  await page.unroute('**/api/generate-keyvalue')
  await check(page)
  await expect(page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })).toBeVisible()
  expect(checks.count).toBe(1)
})
