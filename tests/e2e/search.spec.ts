import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { filesFrom } from './observe.ts'
import { expect, test } from './fixtures.ts'
import { answerChallenges, check } from './steps.ts'
import { countCalls } from './postSteps.ts'

test('gives up after 10,000,000 attempts, every one of them in a worker', async ({ page }) => {
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

test('calls nothing and leaves no check running after the page is left', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
  expect(checks.count).toBe(1)
})
