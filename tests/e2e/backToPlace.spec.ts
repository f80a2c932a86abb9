import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { areTextsShown } from '../areTextsShown.ts'
import { expect, test } from './fixtures.ts'
import { more, results, sandboxPost, start } from './postSteps.ts'
import { check, checkAndKeep } from './steps.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const urls = Array.from({ length: 40 }, (_, index) => sandboxPost(`${index + 10}0${index % 10}`))

/** Checks the posts of a link that fills the rows: row by row the form would take longer than all the rest. */
async function checkLinked(page: Page): Promise<void> {
  await page.goto(`/tweetcheck?${new URLSearchParams(urls.map((url) => ['url', url]))}`)
  await start(page)
  await expect(results(page)).toHaveCount(urls.length)
}

/** Pages on which a visitor reads far down, and what is shown when each is whole. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the answer on an account': async (page) => {
    await page.goto('/')
    await check(page, 'sbx_mixed')
    await expect(page.getByRole('heading', { name: resultText.list.title(20) })).toBeVisible()
  },
  'results of posts': checkLinked,
  'saved results': async (page) => {
    await checkLinked(page)
    await more(page)
    await page.getByRole('link', { name: resultText.history.open }).click()
    await expect(page.getByRole('heading', { level: 1, name: resultText.history.h1 })).toBeVisible()
    await expect(results(page).first()).toBeVisible()
  },
  'the log': async (page) => {
    await checkAndKeep(page, 'sbx_mixed')
    await page.goto('/log')
    await expect(page.getByRole('region', { name: '@sbx_mixed' })).toBeVisible()
  },
  '/report': (page) => page.goto('/report'),
  '/pow': (page) => page.goto('/pow'),
}

const position = (page: Page) => page.evaluate(() => scrollY)

for (const [name, open] of Object.entries(PAGES)) {
  test(`Back and Forward return to the place: ${name}`, async ({ visit }) => {
    for (const size of SIZES) {
      const page = await visit()
      await page.setViewportSize(size)
      await open(page)
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
      // A script clicks, because a click by Playwright scrolls to the link first.
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
      await expect.poll(() => position(page), `${size.width}`).toBe(far)
      await expect(page.locator('[data-unfinished]')).toHaveCount(0)
      // The rest of the page is drawn in small tasks.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      expect(await position(page), `${size.width}`).toBe(far)
      await page.goForward()
      await expect(page).toHaveURL(/\/privacy$/)
      await expect.poll(() => position(page), `${size.width}, forward`).toBe(read)
      await page.close()
    }
  })
}
