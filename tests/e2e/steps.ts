import { chromium, expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { ensureChromium } from '../run/programs.ts'

/** Waits until the site's page answers to clicks: the site marks it then. Other documents, such as the API's, are alive at once. */
export async function becomesAlive(page: Page): Promise<void> {
  await page.locator('#root[data-alive], body:not(:has(#root))').waitFor({ state: 'attached' })
}

export async function check(page: Page, screenName = 'sbx_search') {
  await page.getByLabel(text.form.user.label).fill(screenName)
  await page.getByRole('button', { name: text.form.user.submit }).click()
}

/** Opens the site and checks an account to the end. */
export async function completes(page: Page) {
  await page.goto('/')
  await check(page)
  await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
}

/** Init scripts: a browser without workers, and one that denies storage. */
export const workerless = () => Reflect.deleteProperty(globalThis, 'Worker')
export const storageless = () => {
  for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  }
}

/**
 * Goes back from within the page: one restored from the back-forward cache has no load event that the driver
 * could wait for. It leaves after the answer of the call, which it would take with it otherwise.
 */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
}

/**
 * Makes a built file missing, as after a deploy, until the page is loaded a second time. To be called before the page is opened,
 * since the page fetches files ahead. Counts how often the page was loaded.
 */
export async function loseUntilReload(page: Page, file: string): Promise<{ count: number }> {
  const loads = countLoads(page)
  await page.route(`**/assets/${file}-*.js`, (route) =>
    loads.count > 1 ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
  )
  return loads
}

/** Counts the documents that the page's window asks for. */
export function countLoads(page: Page): { count: number } {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count++
  })
  return loads
}

/** Milliseconds by which the clock leaps when it is stopped: it cannot be stopped in the past, so more than a slow machine needs to say so. */
const LEAP = 30_000

/** Lets an idle page's installed clock stand still: seconds then pass for the page only where a test says so, however long it takes itself. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LEAP)
}

/** Presses of the key after which a control counts as out of a keyboard's reach. */
const PATIENCE = 80

/** Goes to a control as a keyboard does, with Tab alone; throws where that does not lead to it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < PATIENCE; press++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${control}`)
}

/** Presses a key on controls that Tab leads to. */
export function pressOn(page: Page): (control: Locator, key?: string) => Promise<void> {
  return async (control, key = 'Enter') => {
    await tabTo(page, control)
    await page.keyboard.press(key)
  }
}

/** Types a name into the field of the account check; after a check the form is unfolded first. */
export async function typeName(page: Page, name: string): Promise<void> {
  const another = page.getByRole('button', { name: text.form.user.another })
  if (await another.isVisible()) await another.click()
  await page.getByLabel(text.form.user.label).fill(name)
}

/** A page in a Chromium of its own, started with other flags than the rest. Closed by `await using`. */
export async function openWith(baseURL: string | undefined, flags: string[], withoutFlags: string[] = []) {
  const root = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...(root ? ['--no-sandbox'] : []), '--disable-background-networking', ...flags],
    ignoreDefaultArgs: withoutFlags,
  })
  const page = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'ja-JP' })
  return {
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
    },
  }
}

/** A JSON file as a visitor chooses it. */
export const jsonFile = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})
