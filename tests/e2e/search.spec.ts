import type { Page } from '@playwright/test'
import { VALUE_PER_DIFFICULTY } from '../../contract/challenge.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { filesFrom } from './observe.ts'
import { expect, test } from './fixtures.ts'
import { openWith } from './steps.ts'
import { countCalls } from './postSteps.ts'

/** A difficulty that no counter below 10,000,000 meets for this key. */
const HOPELESS = 16

async function answerChallenges(page: Page, difficulty: number) {
  const key = 'k'.repeat(48)
  await page.route('**/api/generate-keyvalue', (route) =>
    route.fulfill({ json: { key, value: difficulty * VALUE_PER_DIFFICULTY } }),
  )
}

async function start(page: Page, screenName = 'sbx_clear') {
  await page.getByLabel(text.form.user.label).fill(screenName)
  await page.getByRole('button', { name: text.form.user.submit }).click()
}

test('gives up after 10,000,000 attempts, every one of them in a worker', async ({ page }) => {
  const files = filesFrom(page)
  await answerChallenges(page, HOPELESS)
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
  await start(page)
  const made = () => page.evaluate(() => (globalThis as unknown as { made: object }).made)
  await expect.poll(made, { timeout: 150_000 }).toEqual({ attempts: 10_000_000 })
  await expect(page.getByText(text.alert.proof)).toBeVisible()
  // The code with which the page itself would search.
  expect(files.filter((name) => /\/search-[\w-]+\.js/.test(name))).toEqual([])
})

test('stops in the middle of the search when it is cancelled', async ({ baseURL }) => {
  // Without a compiler, so that the search lasts long enough to be shown.
  await using browser = await openWith(baseURL, ['--js-flags=--jitless'])
  const { page } = browser
  await answerChallenges(page, HOPELESS)
  await page.goto('/')
  await page.evaluate(
    ([solving, cancel]) => {
      new MutationObserver(() => {
        if (!document.body.innerText.includes(solving)) return
        for (const button of document.querySelectorAll('button')) {
          if (button.innerText !== cancel) continue
          button.click()
          document.documentElement.dataset['cancelled'] = 'yes'
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    },
    [text.phase.pow, text.action.cancel] as const,
  )
  await start(page)
  await page.locator('html[data-cancelled]').waitFor()
  await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
  await expect(page.getByText(text.alert.failed)).toHaveCount(0)
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_clear')
})

test('calls nothing and leaves no check running after the page is left', async ({ page }) => {
  const checks = countCalls(page, '/api/check-by-user')
  let release = () => {}
  await page.route('**/api/generate-keyvalue', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue().catch(() => undefined)
  })
  await page.goto('/')
  await start(page)
  await expect(page.getByRole('status').first()).toHaveText(text.phase.challenge)
  await page.getByRole('link', { name: text.tab.post }).click()
  await expect(page).toHaveURL(/tweetcheck/)
  release()
  await page.getByRole('link', { name: text.tab.account, exact: true }).click()
  await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
  await expect(page.getByText(text.phase.challenge)).toHaveCount(0)
  // A call of the check that was left would come before that of a later one.
  await page.unroute('**/api/generate-keyvalue')
  await start(page, 'sbx_search')
  await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
  expect(checks.count).toBe(1)
})
