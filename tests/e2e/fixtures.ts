import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

/** Waits until the site's page answers to clicks: the site marks it then. Other documents, such as the API's, are hydrated at once. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('#root[data-hydrated], body:not(:has(#root))').waitFor({ state: 'attached' })
}

type Fixtures = {
  /** Console messages that this test provokes on purpose. */
  expectedMessages: RegExp[]
  /** What the console says, and the uncaught errors. */
  said: string[]
  quietConsole: void
  /** Opens a page beside the test's own, with a storage of its own. */
  visit: () => Promise<Page>
}

/**
 * Playwright's `test`, failing on any console error or warning and on any uncaught error of a page. `goto` and `reload` wait until
 * the page is hydrated, unless the test says with `waitUntil` what to wait for.
 */
export const test = base.extend<Fixtures>({
  expectedMessages: [[], { option: true }],
  said: async ({ expectedMessages }, use) => {
    const said: string[] = []
    await use(said)
    expect(
      said.filter((line) => isViolation(line) || !expectedMessages.some((expected) => expected.test(line))),
    ).toEqual([])
  },
  quietConsole: [
    async ({ context, said }, use) => {
      listen(context, said)
      await use()
    },
    { auto: true },
  ],
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) awaitHydration(page)
    await use(page)
  },
  visit: async ({ browser, said }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      listen(context, said)
      const page = await context.newPage()
      awaitHydration(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

function listen(context: BrowserContext, said: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  context.on('weberror', (error) => said.push(String(error.error())))
}

function awaitHydration(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  const hydrated = async <T>(opening: Promise<T>, waitUntil: unknown) => {
    const response = await opening
    if (waitUntil === undefined) await waitForHydration(page)
    return response
  }
  page.goto = (url, options) => hydrated(goto(url, options), options?.waitUntil)
  page.reload = (options) => hydrated(reload(options), options?.waitUntil)
}

/** The tests run under the policy that the build ships; nobody expects to break it. */
function isViolation(line: string): boolean {
  return line.includes('Content Security Policy')
}

export { expect }

/** Milliseconds by which the clock leaps when it is stopped: it cannot be stopped in the past, so more than a slow machine needs to say so. */
const LEAP = 30_000

/** Lets an idle page's installed clock stand still: seconds then pass for the page only where a test says so, however long it takes itself. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LEAP)
}
