import type { Locator, Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { areTextsShown } from '../areTextsShown.ts'
import { expect, test } from './fixtures.ts'
import { drawn, shiftsOf, watchShifts } from './observe.ts'
import { EXCLUDED, GONE, OK, QUOTE, fillRows, start } from './postSteps.ts'
import { check, keptAnswer } from './steps.ts'

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

/** Stops what ends by itself after a time, so that a slow machine shows nothing too early. */
async function stopAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/** Begins a check, and watches what moves from the answer of its call on. */
async function watchAnswer(page: Page, call: string, begin: () => Promise<void>): Promise<void> {
  const released = Promise.withResolvers<void>()
  await page.route(`**/api/${call}`, async (route) => {
    await released.promise
    await route.continue()
  })
  await begin()
  // What moves from here on moves by itself.
  await expect(page.getByText(/^[1-9]\d*秒経過$/)).toBeVisible()
  await page.evaluate(watchShifts, false)
  released.resolve()
}

test('nothing moves by itself when a server turns out to be the sandbox, when a result replaces the progress, or when the result is restored by a reload', async ({
  visit,
}) => {
  for (const viewport of WINDOWS) {
    await test.step(`in a window of ${viewport.width} × ${viewport.height}`, async () => {
      const page = await visit()
      await stopAnimations(page)
      await page.setViewportSize(viewport)
      await page.addInitScript(watchShifts, true)
      await page.goto('/')
      // The driver focuses by script: no tap, after which moving would be allowed.
      await page.getByLabel(text.form.user.label).focus()
      await expect(page.getByRole('button', { name: text.sandbox.accounts })).toBeVisible()
      expect.soft(await shiftsOf(page)).toEqual([])

      // Posts of every group.
      await watchAnswer(page, 'check-by-user', () => check(page, 'sbx_mixed'))
      await expect(page.getByRole('heading', { name: resultText.list.title(20) })).toBeVisible()
      await expect(page.getByRole('link', { name: resultText.share.account })).toBeVisible()
      await expect(keptAnswer(page)).toBeVisible()
      // Texts of posts come only near the window.
      await expect.poll(() => page.evaluate(areTextsShown)).toBe(true)
      expect.soft(await shiftsOf(page)).toEqual([])

      await page.reload()
      await expect(page.getByRole('region', { name: logText.earlier.label })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect.soft(await shiftsOf(page)).toEqual([])
      await page.close()
    })
  }
})

const BATCHES = {
  'of one author on a phone': [WINDOWS[0], [OK, QUOTE, EXCLUDED, GONE]],
  'of several on a desktop': [WINDOWS[1], [OK, QUOTE.replace('sbx_clear', 'sbx_search'), EXCLUDED]],
} as const

test('nothing moves by itself when results of posts replace the progress, or when saved ones are loaded', async ({
  visit,
}) => {
  for (const [which, [viewport, posts]] of Object.entries(BATCHES)) {
    await test.step(which, async () => {
      const page = await visit()
      await stopAnimations(page)
      await page.setViewportSize(viewport)
      await page.goto('/tweetcheck')
      await fillRows(page, posts)
      await watchAnswer(page, 'check-batch', () => start(page))
      await expect(page.getByRole('link', { name: resultText.share.batch })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect.poll(() => page.evaluate(areTextsShown)).toBe(true)
      expect.soft(await shiftsOf(page)).toEqual([])

      await page.addInitScript(watchShifts, true)
      await page.reload()
      await expect(page.getByRole('link', { name: resultText.share.batch })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect.poll(() => page.evaluate(areTextsShown)).toBe(true)
      expect.soft(await shiftsOf(page)).toEqual([])
      await page.close()
    })
  }
})

/** What makes a browser wait for the whole page. */
const EXPECT = /<link rel="expect"[^>]*>/
/** The address at which the page comes without it. */
const UNASKED = '/?unasked'
/** The page's second half begins with this word of the first checkbox. */
const POSTS_WORD = 'チェックする'

/** The site behind a front that keeps the second half of each page until it is released. */
async function openFront(released: Promise<void>): Promise<AsyncDisposable & { url: string }> {
  const site = process.env['E2E_URL'] ?? ''
  const front = createServer(async ({ url = '/' }, outgoing) => {
    const answer = await fetch(site + url)
    const type = answer.headers.get('Content-Type') ?? ''
    outgoing.writeHead(answer.status, { 'Content-Type': type })
    if (!type.startsWith('text/html')) return outgoing.end(await answer.bytes())
    const page = (await answer.text()).replace(url === UNASKED ? EXPECT : '', '')
    // Within the words of a checkbox.
    const half = page.indexOf(POSTS_WORD, page.indexOf('type="checkbox"'))
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
  page.waitForFunction(() => document.querySelector('input[type="checkbox"]'), null, { polling: 50 })

test('a page that arrives in pieces is drawn when it is complete, and nothing in it moves', async ({
  page,
  context,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await using front = await openFront(released)
  await context.addInitScript(watchShifts, true)
  const unasked = await context.newPage()
  // On desktops the words stand on one line, with or without their end.
  for (const narrow of [page, unasked]) await narrow.setViewportSize({ width: 360, height: 640 })
  const loaded = [page.goto(front.url), unasked.goto(front.url + UNASKED)]
  await isHalfThere(page)
  await isHalfThere(unasked)
  // So many frames of the one would have been a first one of the other.
  await unasked.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
  })
  release()
  await Promise.all(loaded)
  expect(await shiftsOf(unasked)).toContainEqual(expect.stringContaining('phrased'))
  expect(await shiftsOf(page)).toEqual([])
})

test.describe('a check that fails', () => {
  test.use({ viewport: { width: 360, height: 740 }, expectedMessages: [/500/] })

  const CHECKS = [
    { path: '/', call: 'check-by-user', begin: (page: Page) => check(page, 'sbx_search') },
    {
      path: '/tweetcheck',
      call: 'check-batch',
      begin: async (page: Page) => {
        await fillRows(page, [OK])
        await start(page)
      },
    },
  ]
  for (const { path, call, begin } of CHECKS) {
    test(`the failure of ${call} takes the place of its progress, without a jump, and its next step is filled`, async ({
      page,
    }) => {
      const released = Promise.withResolvers<void>()
      await page.route(`**/api/${call}`, async (route) => {
        await released.promise
        await route.fulfill({ status: 500 })
      })
      await page.goto(path)
      await expect(page.locator('main p[data-about]')).not.toBeEmpty()
      await begin(page)
      const progress = page.getByRole('region', { name: text.progress.label })
      await expect(progress).toContainText(text.phase.server)
      const place = (card: Locator) =>
        card.evaluate((element) => [element.getBoundingClientRect().top, scrollY])
      await expect(progress).toContainText(/[1-9]\d*秒経過/)
      const before = await place(progress)
      released.resolve()
      const alert = page.locator('section', { has: page.getByRole('heading', { name: text.alert.title }) })
      await expect(alert.getByRole('heading', { name: text.alert.title })).toBeFocused()
      await drawn(page)
      expect(await place(alert)).toEqual(before)
      const retry = alert.getByRole('button', { name: text.action.retry })
      await expect(retry).toBeInViewport({ ratio: 1 })
      await expect(retry).toHaveCSS('background-color', 'rgb(31, 91, 216)')
    })
  }
})
