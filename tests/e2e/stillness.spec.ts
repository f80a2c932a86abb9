import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { waitForHydration } from './waitForHydration.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

const WINDOWS = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** In the page: holds every animation from its first frame on. */
function holdAnimations(): void {
  for (const animation of document.getAnimations()) animation.pause()
  requestAnimationFrame(holdAnimations)
}

/** In the page: puts every held animation to this moment, in milliseconds. */
function setAnimations(moment: number): void {
  for (const animation of document.getAnimations()) animation.currentTime = moment
}

/** Checks an account, with its posts or without, and watches what moves from the answer on. */
async function checkWatched(page: Page, withPosts: boolean): Promise<void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/check-by-user', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByLabel(text.form.posts).setChecked(withPosts)
  await page.getByLabel(text.form.user.label).fill('sbx_mixed')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  // The form has folded with the tap. What moves from here on moves by itself.
  await expect(page.getByText(/^[1-9]\d*秒経過$/)).toBeVisible()
  await page.evaluate(watchShifts, false)
  released.resolve()
}

for (const viewport of WINDOWS) {
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test('nothing moves by itself when the answer takes the place of the progress, nor when it comes back', async ({
      page,
    }) => {
      await checkWatched(page, true)
      await expect(page.getByRole('heading', { name: resultText.list.title })).toBeVisible()
      await expect(page.getByRole('link', { name: resultText.share.account })).toBeVisible()
      await expect(page.locator('main').getByRole('link', { name: text.log })).toBeVisible()
      // Texts of posts come only near the window, and on a phone's first screen are none.
      if (viewport.width > 360) await page.locator('#posts bdi').first().waitFor()
      expect(await shiftsOf(page)).toEqual([])

      await page.addInitScript(watchShifts, true)
      await page.reload()
      await expect(page.getByRole('region', { name: logText.earlier.label })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect(await shiftsOf(page)).toEqual([])
    })

    test('nothing moves when the first answer tells that the server is the sandbox', async ({ page }) => {
      await page.addInitScript(watchShifts, true)
      await page.goto('/')
      await waitForHydration(page)
      // The driver focuses by script: no tap, after which moving would be allowed.
      await page.getByLabel(text.form.user.label).focus()
      await expect(page.getByRole('button', { name: text.sandbox.accounts })).toBeVisible()
      expect(await shiftsOf(page)).toEqual([])
    })

    test('what follows an earlier answer waits for it, but not for ever', async ({ page }) => {
      await page.goto('/')
      await page.getByLabel(text.form.user.label).fill('sbx_mixed')
      await page.getByRole('button', { name: text.form.user.submit }).click()
      await expect(page.getByRole('heading', { name: resultText.list.title })).toBeVisible()
      await expect(page.locator('main').getByRole('link', { name: text.log })).toBeVisible()
      await page.route('**/RestoredResult-*.js', () => new Promise(() => {}))
      await page.addInitScript(holdAnimations)
      await page.reload()
      const footer = page.getByRole('contentinfo')
      await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_mixed')
      await expect(footer).toBeHidden()
      await page.evaluate(setAnimations, 9_900)
      await expect(footer).toBeHidden()
      await page.evaluate(setAnimations, 10_002)
      await expect(footer).toBeVisible()
    })
  })
}
