import type { Locator, Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { states } from '../screenshots/states.ts'
import { pressable } from './observe.ts'

test.describe('forced colours', () => {
  // Some systems paint every page in the few colours that their user has chosen: grounds and shadows are gone.
  test.use({ expectedMessages: [/404/] })
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
  })

  /** The colour of an element as it is painted, at a share of its width and half its height: its rounded edges are left out. */
  async function colourAt(page: Page, element: Locator, share: number): Promise<string> {
    const png = (await element.screenshot({ animations: 'disabled' })).toString('base64')
    return await page.evaluate(
      async ({ png, share }) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const { width, height } = picture
        const pen = new OffscreenCanvas(width, height).getContext('2d')
        pen?.drawImage(picture, 0, 0)
        const pixel = pen?.getImageData(Math.floor(width * share), Math.floor(height / 2), 1, 1).data
        return String(pixel?.slice(0, 3))
      },
      { png, share },
    )
  }

  test('in forced colours the bars of a running check show what is done and what is to come', async ({
    page,
  }) => {
    await page.route('**/api/check-by-user', () => undefined)
    await page.goto('/')
    await page.getByLabel(text.form.user.label).fill('sbx_clear')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByText(text.phase.server).first()).toBeAttached()
    const bars = page.getByRole('region', { name: text.progress.label }).getByRole('progressbar')
    await expect(bars.first()).toHaveAttribute('value', '1')
    const [done, running] = [bars.first(), bars.last()]
    const filled = await colourAt(page, running, 0.1)
    expect(await colourAt(page, running, 0.9)).not.toBe(filled)
    // A done bar slides to its end after it has its value.
    await expect.poll(() => colourAt(page, done, 0.9)).toBe(filled)
  })
})

test('on paper what stands behind a verdict is unfolded', async ({ page }) => {
  await states['result-mixed'](page)
  const evidence = page.locator('[data-answer] summary').filter({ hasText: 'Ghost Ban' }).locator('+ *')
  await expect(evidence).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(evidence).toBeVisible()
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeVisible()
  await expect(page.getByText(text.ad.placeholder).filter({ visible: true })).toHaveCount(0)
  expect(await pressable(page)).toEqual([])
})
