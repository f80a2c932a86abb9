import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { expect, test } from './fixtures.ts'
import { drawn } from './observe.ts'
import { EXCLUDED, OK, checkPosts, row, start } from './postSteps.ts'
import { check, goBack, hold, keptAnswer } from './steps.ts'

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

/** In the page: leaves it and brings it back. */
function comeBack(): void {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}

test('a page that renders on its return is not loaded again, however often it returns and however long the device is busy, the focus stays where the visitor put it, and a cancelled check stays cancelled after a reload', async ({
  page,
}) => {
  const loads = await awaitsAnswer(page)
  const isBack = () => expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
  await page.evaluate(() => {
    const field = document.querySelector('input')
    new MutationObserver((_, observer) => {
      if (document.querySelector('progress')) return
      observer.disconnect()
      field?.focus()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.evaluate(comeBack)
  await isBack()
  await drawn(page)
  await expect(page.getByLabel(text.form.user.label)).toBeFocused()

  await check(page)
  await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await page.evaluate(comeBack)
  // Within the two seconds after which a page that renders nothing is loaded again.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await page.evaluate(comeBack)
  await page.evaluate(() => {
    const stillUntil = performance.now() + 2_500
    while (performance.now() < stillUntil);
  })
  await isBack()
  await drawn(page)
  expect(loads.count).toBe(1)

  await check(page)
  await page.getByRole('button', { name: text.action.cancel }).click()
  await page.reload()
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
  await isBack()
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
  await page.evaluate(comeBack)
  await reloaded
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
  expect(loads.count).toBe(2)
})

const field = (page: Page) => page.getByLabel(text.form.user.label)
const earlier = (page: Page) => page.getByRole('region', { name: logText.earlier.label })
/** The words that every earlier answer carries after its date. */
const DATED = /\d{1,2}月\d{1,2}日 \d{1,2}:\d{2}の結果です/

/** What the next account check asks the server for. */
function checkRequest(page: Page): Promise<unknown> {
  return new Promise((resolve) => {
    void page.route('**/api/check-by-user', async (route) => {
      resolve(route.request().postDataJSON())
      await route.continue()
    })
  })
}

test('a reload restores the name, its options and its last result, with its date, marked as demo data, and ready to be checked again; a name that was typed before the page was hydrated is kept', async ({
  page,
}) => {
  const posts = page.getByRole('checkbox', { name: text.form.posts })
  await page.goto('/')
  await posts.uncheck()
  await check(page, 'sbx_mixed')
  await keptAnswer(page).waitFor()
  await page.reload()
  await expect(field(page)).toHaveValue('sbx_mixed')
  await expect(earlier(page)).toContainText(DATED)
  await expect(earlier(page)).toContainText('@sbx_mixed')
  await expect(earlier(page)).toContainText(text.sandbox.notice)
  await expect(posts).not.toBeChecked()
  const release = await hold(page, 'AccountPage-*')
  await page.reload({ waitUntil: 'commit' })
  await field(page).fill('sbx_other')
  release()
  await expect(earlier(page)).toContainText('@sbx_mixed')
  await expect(field(page)).toHaveValue('sbx_other')
  const sent = checkRequest(page)
  await check(page, 'sbx_mixed')
  expect(await sent).toMatchObject({ screen_name: 'sbx_mixed', searchban: false })
  await expect(earlier(page)).toHaveCount(0)
})

test('a duplicate of a tab that checks an account starts no second check, but is ready to', async ({
  page,
  context,
}) => {
  let asked = 0
  await context.route('**/api/generate-keyvalue', () => void (asked += 1))
  await page.goto('/')
  await check(page, 'sbx_search')
  await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  // Browsers copy the session storage of a tab that is duplicated, and show its page as one that the visitor came back to.
  const duplicate = await context.newPage()
  await duplicate.goto('/')
  await duplicate.goto('/privacy')
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  await duplicate.addInitScript((copied) => Object.assign(sessionStorage, copied), stored)
  await duplicate.goBack()
  await expect(field(duplicate)).toHaveValue('sbx_search')
  await drawn(duplicate)
  expect(asked).toBe(1)
  await duplicate.getByRole('button', { name: text.form.user.submit }).click()
  await expect.poll(() => asked).toBe(2)
})

test('a duplicate of a tab that checks posts starts no second check, but shows its form, filled in', async ({
  page,
  context,
}) => {
  let asked = 0
  await context.route('**/api/generate-keyvalue', () => void (asked += 1))
  await checkPosts(page, [EXCLUDED, OK])
  await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  // Browsers copy the session storage of a tab that is duplicated.
  const duplicate = await context.newPage()
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  // This also runs at the reload below, where the URLs are stored again by then.
  await duplicate.addInitScript((copied) => Object.assign(sessionStorage, copied), stored)
  await duplicate.goto('/tweetcheck/results')
  await expect(row(duplicate, 1)).toHaveValue(EXCLUDED)
  await expect(row(duplicate, 2)).toHaveValue(OK)
  await drawn(duplicate)
  expect(asked).toBe(1)
  await start(duplicate)
  await expect(duplicate.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await expect.poll(() => asked).toBe(2)

  // A reload goes on with the check, although the other tab is checking the same posts.
  await duplicate.reload()
  await expect(duplicate.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await expect.poll(() => asked).toBe(3)
})

test('a post check goes on when the visitor goes back to it, and when its page then comes back from the back-forward cache', async ({
  page,
}) => {
  let asked = 0
  await page.route('**/api/generate-keyvalue', () => void (asked += 1))
  await checkPosts(page, [EXCLUDED])
  await expect.poll(() => asked).toBe(1)
  await page.goto('/how')
  await goBack(page)
  await expect.poll(() => asked).toBe(2)
  await page.evaluate(comeBack)
  await expect.poll(() => asked).toBe(3)
  await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
})
