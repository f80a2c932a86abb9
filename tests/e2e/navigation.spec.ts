import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from '../../src/text/ja.ts'
import { powText } from '../../src/text/pow.ts'
import { resultText } from '../../src/text/result.ts'
import { becomesAlive, check, countLoads } from './steps.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'
import { shiftsOf, watchShifts } from './watch.ts'

test.describe('navigation', () => {
  test('shows a new page from its top, and a page gone back to where it was left', async ({ page }) => {
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
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeAttached()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(250)
  })

  test('a visitor who touches a field as soon as a page is there keeps the focus there', async ({ page }) => {
    await page.goto('/')
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

  test.describe('the error screen', () => {
    test.use({ expectedMessages: [/Failed to load resource|Failed to fetch dynamically/] })

    test('replaces a page whose code is gone, and disappears when the visitor navigates', async ({
      page,
    }) => {
      const loads = countLoads(page)
      await page.route('**/assets/PostCheckPage-*.js', (route) =>
        route.fulfill({ status: 404, body: 'gone' }),
      )
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
})

test.describe('typed at once', () => {
  test('letters that are typed in the moment in which the page comes to life stay', async ({ page }) => {
    await page.addInitScript(() => {
      const type = (letter: string) => {
        const field = document.querySelector('input')
        if (!field) return
        const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
        native?.set?.call(field, field.value + letter)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      // The page reads the address while React commits it: what is queued then runs before any later task.
      globalThis.URLSearchParams = class extends URLSearchParams {
        constructor(init?: ConstructorParameters<typeof URLSearchParams>[0]) {
          super(init)
          if (init !== location.search || document.documentElement.dataset['typed'] === '') return
          document.documentElement.dataset['typed'] = ''
          queueMicrotask(() => ['a', 'b', 'c'].forEach(type))
        }
      }
    })
    await page.goto('/')
    await becomesAlive(page)
    await expect(page.locator('html[data-typed]')).toBeAttached()
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('abc')
  })
})

test.describe('status messages', () => {
  test('an empty list says so in a region that was there before', async ({ page }) => {
    await pageStates['an account'](page)
    const chips = page.getByRole('group', { name: resultText.filter.group }).getByRole('checkbox')
    await expect(chips.first()).toBeChecked()
    const region = page.locator('[role="status"]:empty').last()
    await region.evaluate((element) => element.setAttribute('data-testid', 'before'))
    for (const chip of await chips.all()) await chip.uncheck()
    await expect(page.getByTestId('before')).toContainText(resultText.empty.title)
    await chips.first().check()
    await expect(page.getByTestId('before')).toHaveText('')
  })

  test('the end of a measurement, and a deletion, are told in regions that were there before', async ({
    page,
  }) => {
    await page.goto('/pow?difficulty=1&trials=20&lanes=1')
    await page.locator('output').evaluateAll((all) => {
      for (const output of all) output.setAttribute('data-testid', 'before')
    })
    await page.getByRole('button', { name: powText.action.start }).click()
    await expect(page.getByTestId('before').filter({ hasText: powText.state.ended })).toBeAttached()
    await page.getByRole('button', { name: powText.runs.remove, exact: true }).click()
    const removed = page.getByTestId('before').filter({ has: page.locator(':scope'), hasText: /削除/ })
    await expect(removed).toBeVisible()
  })
})

test.describe('comes back', () => {
  // What a page does on its return from the back-forward cache. It is told so by the test: the headless shell keeps no page.

  /** Starts a check that no server answers, and counts how often the page is loaded. */
  async function awaitsAnswer(page: Page) {
    const loads = { count: 0 }
    page.on('load', () => loads.count++)
    await page.route('**/api/generate-keyvalue', () => undefined)
    await page.goto('/')
    await check(page)
    await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
    return loads
  }

  test('a visitor who touches the field as soon as the form is back keeps the focus there', async ({
    page,
  }) => {
    await awaitsAnswer(page)
    await page.evaluate(async () => {
      const field = document.querySelector('input')
      const returned = new Promise<void>((resolve) =>
        new MutationObserver((_, observer) => {
          if (document.querySelector('progress')) return
          observer.disconnect()
          field?.focus()
          resolve()
        }).observe(document.body, { childList: true, subtree: true }),
      )
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      await returned
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })
    await expect(page.getByLabel(text.form.user.label)).toBeFocused()
  })

  test('a page that renders on its return is not loaded again, however long the device stands still', async ({
    page,
  }) => {
    const loads = await awaitsAnswer(page)
    await page.evaluate(async () => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      const stillUntil = performance.now() + 2_500
      while (performance.now() < stillUntil);
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
    expect(loads.count).toBe(1)
  })

  test('a page that comes back twice within two seconds is not loaded again', async ({ page }) => {
    const loads = await awaitsAnswer(page)
    await page.evaluate(async () => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      await new Promise((resolve) => setTimeout(resolve, 1000))
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      // Longer than a page that renders nothing is given.
      await new Promise((resolve) => setTimeout(resolve, 2100))
    })
    await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
    expect(loads.count).toBe(1)
  })

  test('a page whose messages were lost while it was frozen, as in Firefox and WebKit, is loaded again', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const ports: MessagePort[] = []
      globalThis.MessageChannel = class extends MessageChannel {
        constructor() {
          super()
          ports.push(this.port1, this.port2)
        }
      }
      // What is under way is lost as well: had React one message left, the page would render.
      addEventListener('pagehide', () => ports.forEach((port) => (port.onmessage = null)))
    })
    const loads = await awaitsAnswer(page)
    const reloaded = page.waitForEvent('load')
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await reloaded
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
    expect(loads.count).toBe(2)
  })
})

test.describe('pieces', () => {
  /** What makes a browser wait for the whole page. */
  const EXPECT = /<link rel="expect"[^>]*>/
  /** The address at which the page comes without it. */
  const UNASKED = '/?unasked'

  /** The site behind a front that keeps the second half of each page until it is released. */
  async function openFront(released: Promise<void>): Promise<AsyncDisposable & { url: string }> {
    const site = process.env['E2E_URL'] ?? ''
    const front = createServer(async ({ url = '/' }, outgoing) => {
      const answer = await fetch(site + url)
      const type = answer.headers.get('Content-Type') ?? ''
      outgoing.writeHead(answer.status, { 'Content-Type': type })
      if (!type.startsWith('text/html')) return outgoing.end(await answer.bytes())
      const page = (await answer.text()).replace(url === UNASKED ? EXPECT : '', '')
      // Within the row of tabs.
      const half = page.indexOf(text.tab.post, page.indexOf('<nav'))
      outgoing.write(page.slice(0, half))
      await released
      outgoing.end(page.slice(half))
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    return {
      url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      async [Symbol.asyncDispose]() {
        front.closeAllConnections()
        await new Promise((resolve) => front.close(resolve))
      },
    }
  }

  const isHalfThere = (page: Page) =>
    page.waitForFunction(() => document.querySelectorAll('nav a').length === 2, null, { polling: 50 })

  test('a page that comes in pieces is drawn when it is whole, and nothing in it moves @sizes', async ({
    page,
    context,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await using front = await openFront(released)
    await context.addInitScript(watchShifts, true)
    const unasked = await context.newPage()
    const loaded = [page.goto(front.url), unasked.goto(front.url + UNASKED)]
    await isHalfThere(page)
    await isHalfThere(unasked)
    // So many frames of the one would have been a first one of the other.
    await unasked.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
    })
    release()
    await Promise.all(loaded)
    expect(await shiftsOf(unasked)).toContainEqual(expect.stringContaining('href="/tweetcheck"'))
    expect(await shiftsOf(page)).toEqual([])
  })
})
