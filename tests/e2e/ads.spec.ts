import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { buildFor, serveFiles } from '../hosting/buildFor.ts'
import type { Build } from '../hosting/buildFor.ts'
import { completes, openWith, storageless, workerless } from './steps.ts'
import { expect, test } from './fixtures.ts'

/** Fills every unit that was pushed, as the network's script does, and notes which. */
const NETWORK = `
  window.filled = []
  const fill = () => {
    const unit = document.querySelector('ins.adsbygoogle:not([data-ad-status])')
    window.filled.push({ slot: unit.dataset.adSlot, client: unit.dataset.adClient })
    unit.dataset.adStatus = 'filled'
    unit.append(document.createElement('iframe'))
  }
  const waiting = window.adsbygoogle || []
  window.adsbygoogle = { push: fill }
  waiting.forEach(fill)
`

let build: Build
let server: Awaited<ReturnType<typeof serveFiles>>

test.describe.configure({ mode: 'serial' })
test.use({ expectedMessages: [/ERR_FAILED|Failed to load resource|the network is broken/] })

test.beforeAll(async () => {
  build = buildFor({
    VITE_HOST: 'server',
    VITE_SITE_ORIGIN: 'http://production.test',
    VITE_AD_CLIENT: 'ca-pub-1',
    VITE_AD_SLOT_LARGE: 'large',
    VITE_AD_SLOT_MEDIUM: 'medium',
    VITE_AD_SLOT_SMALL: 'small',
  })
  server = await serveFiles(build.folder, '/')
})

test.afterAll(async () => {
  await server[Symbol.asyncDispose]()
  build[Symbol.dispose]()
})

/** Opens the site as the production host, or another, with a stand-in for the network's script and a clock that stands still. Gives the scripts that were asked for. */
async function open(page: Page, host: string, answer: string | null): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://pagead2.googlesyndication.com/**', async (route) => {
    asked.push(route.request().url())
    await (answer === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: answer }))
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await reopen(page, host)
  return asked
}

/** From the page to the request for its advertisement, in milliseconds. */
const DELAY = 1_000

/** Milliseconds that pass at a time while the page is hydrated. */
const TICK = 20

/** Loads the page afresh and waits until it is hydrated. Gives the milliseconds that its clock was moved on for that. */
async function reopen(page: Page, host = 'production.test'): Promise<number> {
  // Its clock stands still: it is hydrated as that is moved on.
  await page.goto(server.url.replace('127.0.0.1', host), { waitUntil: 'load' })
  await page.getByLabel(text.form.user.label).fill('someone')
  let passed = 0
  await expect(async () => {
    await page.clock.runFor(TICK)
    passed += TICK
    await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled({ timeout: 500 })
  }).toPass()
  return passed
}

/** Waits until React has drawn what the timers changed: it does so between two messages, which the clock does not hold. */
async function rendered(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    for (let message = 0; message < 10; message++) {
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
    }
  })
}

const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  )

test('fills the unit that suits the width, a second after the page, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 740 })
  const asked = await open(page, 'production.test', NETWORK)
  for (const [width, slot] of [
    [1280, 'large'],
    [728, 'large'],
    [727, 'medium'],
    [370, 'medium'],
    [369, 'small'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    const passed = await reopen(page)
    asked.length = 0
    await page.clock.runFor(DELAY - passed - TICK)
    await rendered(page)
    expect(await page.locator('ins, script[src*="googlesyndication"]').count()).toBe(0)
    await page.clock.runFor(passed + TICK)
    await expect(page.locator('ins[data-ad-status="filled"]')).toHaveCount(1)
    const filled = await page.evaluate(() => (window as unknown as { filled: unknown }).filled)
    expect(filled).toEqual([{ slot, client: 'ca-pub-1' }])
    expect(asked).toEqual(['https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1'])
    expect(await shiftOf(page)).toBe(0)
  }
})

for (const [title, answer] of [
  ['blocked', null],
  ['throwing', 'throw new Error("the network is broken")'],
  ['hostile to pushes', 'window.adsbygoogle = { push() { throw new Error("the network is broken") } }'],
] as const) {
  test(`works with a script that is ${title}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const asked = await open(page, 'production.test', answer)
    await page.clock.runFor(DELAY)
    await expect.poll(() => asked).toHaveLength(1)
    await expect(page.locator('ins.adsbygoogle')).toHaveCount(1)
    await expect(page.getByText(text.ad.placeholder)).toBeVisible()
    expect(await shiftOf(page)).toBe(0)
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
  })
}

test.describe('A check completes with WASM off, JIT off, SIMD off, workers blocked, crypto.subtle absent, storage denied, the IP lookup blocked and the ad script blocked, each alone and all together:', () => {
  test.use({ expectedMessages: [/Failed to load resource|net::ERR/] })

  for (const [title, flags, takeAway] of [
    ['when the ad script is blocked', [], async () => undefined],
    [
      'under all of these together',
      ['--js-flags=--jitless'],
      async (page: Page) => {
        await page.addInitScript(workerless)
        await page.addInitScript(storageless)
        await page.route('**/api/ip', (route) => route.abort())
      },
    ],
  ] as const) {
    test(title, async ({ baseURL }) => {
      // No HTTPS and another name than localhost: the context is insecure, and crypto.subtle is gone.
      const url = server.url.replace('127.0.0.1', 'production.test')
      await using browser = await openWith(url, ['--host-resolver-rules=MAP *.test 127.0.0.1', ...flags])
      const { page } = browser
      const blocked: string[] = []
      await page.route('https://pagead2.googlesyndication.com/**', (route) => {
        blocked.push(route.request().url())
        return route.abort()
      })
      await page.route('**/api/**', (route) =>
        route.continue({ url: new URL(new URL(route.request().url()).pathname, baseURL).href }),
      )
      await takeAway(page)
      await completes(page)
      await expect.poll(() => blocked.length).toBe(1)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
    })
  }
})

test('asks for no advertisement on another host', async ({ page }) => {
  const asked = await open(page, 'elsewhere.test', NETWORK)
  await page.clock.runFor(60_000)
  await rendered(page)
  await expect(page.getByText(text.ad.placeholder)).toBeVisible()
  await expect(page.locator('ins.adsbygoogle')).toHaveCount(0)
  expect(asked).toEqual([])
})
