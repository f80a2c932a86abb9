import type { Page } from '@playwright/test'
import type { CheckTimings } from '../../contract/wire.ts'
import { listenForRequests } from '../../server/http/listen.ts'
import type { ListeningServer } from '../../server/http/listen.ts'
import { loadSite } from '../../server/site/site.ts'
import { text } from '../../src/text/ja.ts'
import { privacyText } from '../../src/text/privacy.ts'
import { GITHUB, buildFor, serveFiles } from '../hosting/buildFor.ts'
import type { Build } from '../hosting/buildFor.ts'
import { testApp } from '../server/testApp.ts'
import { completes } from './steps.ts'
import { expect, test } from './fixtures.ts'
import { shifts, watchShifts } from './observe.ts'

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
/** The reference server, which sends the policy of the build as a header with every file, workers included. */
let server: ListeningServer
const timings: CheckTimings[] = []
const urlOf = (host: string) => `http://${host}:${server.port}`

test.describe.configure({ mode: 'serial' })
test.use({ expectedMessages: [/ERR_FAILED|Failed to load resource|the network is broken/] })

test.beforeAll(async () => {
  build = buildFor({
    VITE_HOST: 'server',
    VITE_SITE_ORIGIN: 'http://production.test',
    VITE_TIMING_URL: '/api/timings',
    VITE_AD_CLIENT: 'ca-pub-1',
    VITE_AD_SLOT_LARGE: 'large',
    VITE_AD_SLOT_MEDIUM: 'medium',
    VITE_AD_SLOT_SMALL: 'small',
  })
  const onTimings = (taken: CheckTimings) => void timings.push(taken)
  server = await listenForRequests(testApp({ site: loadSite(build.folder), onTimings }), 0)
})

test.afterAll(async () => {
  await server.drain(0)
  build[Symbol.dispose]()
})

/** Opens the site as the production host, or another, with a stand-in for the network's script and a clock that stands still. Gives the scripts that were asked for. */
async function open(page: Page, host: string, answer: string | null): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://pagead2.googlesyndication.com/**', async (route) => {
    asked.push(route.request().url())
    await (answer === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: answer }))
  })
  await page.addInitScript(watchShifts, true)
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
  await page.goto(urlOf(host), { waitUntil: 'load' })
  let passed = 0
  await expect(async () => {
    await page.clock.runFor(TICK)
    passed += TICK
    await expect(page.locator('#root[data-hydrated]')).toBeAttached({ timeout: 500 })
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

test('a site without an advertising client shows the placeholder as a card on every host but the production one', async ({
  page,
}) => {
  using bare = buildFor(GITHUB)
  await using site = await serveFiles(bare.folder, GITHUB.VITE_BASE)
  const { port } = new URL(site.url)
  for (const [host, isShown, said] of [
    ['production.test', false, privacyText.ads.none],
    ['elsewhere.test', true, privacyText.ads.placeholder],
  ] as const) {
    const address = `http://${host}:${port}${GITHUB.VITE_BASE}`
    await page.goto(address)
    const placeholder = page.locator('section').filter({ hasText: text.ad.placeholder, visible: true })
    await expect(placeholder).toHaveCount(isShown ? 1 : 0)
    if (isShown) await expect(placeholder).toHaveCSS('border-left-style', 'solid')
    await page.goto(`${address}privacy`)
    await expect(page.getByText(said, { exact: true })).toBeVisible()
  }
})

test('an advertisement that suits the width is filled a second after the page is shown, and moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 740 })
  const asked = await open(page, 'production.test', NETWORK)
  for (const [width, slot] of [
    [728, 'large'],
    [727, 'medium'],
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
    expect(await page.evaluate(shifts)).toEqual([])
  }
})

test("a page with advertisements runs the network's script and a search in WASM workers under the policy of the header", async ({
  page,
}) => {
  await page.route('https://pagead2.googlesyndication.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: NETWORK }),
  )
  const response = await page.goto(urlOf('production.test'))
  expect(response?.headers()['content-security-policy']).toMatch(/'strict-dynamic'.*frame-ancestors 'none'/)
  await expect(page.locator('ins[data-ad-status="filled"]')).toHaveCount(1)
  const worker = page.waitForResponse(/\/assets\/search[^/]*\.js$/)
  await completes(page, urlOf('production.test'))
  expect((await worker).headers()['content-security-policy']).toContain("'strict-dynamic'")
  await expect.poll(() => timings.map(({ engine }) => engine)).toEqual([expect.stringMatching(/rolled$/)])
})

test('the page works with an ad script that is blocked, throws, or is hostile to pushes, and requests none on another host', async ({
  visit,
}) => {
  for (const [host, answer] of [
    ['production.test', null],
    ['production.test', 'throw new Error("the network is broken")'],
    ['production.test', 'window.adsbygoogle = { push() { throw new Error("the network is broken") } }'],
    ['elsewhere.test', NETWORK],
  ] as const) {
    await test.step(`${host}: ${answer}`, async () => {
      const page = await visit()
      await page.setViewportSize({ width: 360, height: 740 })
      const asked = await open(page, host, answer)
      await page.clock.runFor(60 * DELAY)
      const count = host === 'production.test' ? 1 : 0
      await expect.poll(() => asked).toHaveLength(count)
      await rendered(page)
      await expect(page.locator('ins.adsbygoogle')).toHaveCount(count)
      await expect(page.getByText(text.ad.placeholder)).toBeVisible()
      expect(await page.evaluate(shifts)).toEqual([])
      await page.getByRole('link', { name: text.tab.post }).click()
      await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
      await page.close()
    })
  }
})
