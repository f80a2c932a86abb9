import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import type { Page } from '@playwright/test'
import { areTextsShown } from '../areTextsShown.ts'
import { expect, test } from './fixtures.ts'
import { results, sandboxPost, start } from './postSteps.ts'

const urls = Array.from({ length: 40 }, (_, index) => sandboxPost(`${index + 10}0${index % 10}`))

const position = (page: Page) => page.evaluate(() => scrollY)

// The other pages on which a visitor reads far down: the journeys in tests/browsers.
test('Back and Forward return to the place on saved results', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/tweetcheck?${new URLSearchParams(urls.map((url) => ['url', url]))}`)
  await start(page)
  await expect(page).toHaveURL(/\/tweetcheck\/history\//)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: resultText.history.h1 })).toBeVisible()
  await expect(results(page)).toHaveCount(urls.length)
  await expect(page.locator('[data-unfinished]')).toHaveCount(0)
  const link = page.getByRole('contentinfo').getByRole('link', { name: text.privacy })
  await page.evaluate(async () => {
    const far = Math.floor((document.body.scrollHeight - innerHeight) * 0.7)
    if (far < 1) return
    const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    scrollTo(0, far)
    await heard
  })
  // Texts of posts near the window come later, and may be above it.
  await expect.poll(() => page.evaluate(areTextsShown)).toBe(true)
  // By script, because the driver would scroll to the link.
  const far = await link.evaluate((element: HTMLElement) => {
    const place = scrollY
    element.click()
    return place
  })
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(page.getByRole('heading', { level: 1, name: text.privacy })).toBeVisible()
  await expect.poll(() => position(page)).toBe(0)
  const read = await page.evaluate(async () => {
    const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    scrollTo(0, Math.floor((document.body.scrollHeight - innerHeight) / 2))
    await heard
    return scrollY
  })
  await page.goBack()
  await expect(page).not.toHaveURL(/\/privacy$/)
  await expect.poll(() => position(page)).toBe(far)
  await expect(page.locator('[data-unfinished]')).toHaveCount(0)
  // The rest of the page is drawn in small tasks.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await position(page)).toBe(far)
  await page.goForward()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect.poll(() => position(page)).toBe(read)
})
