import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { expectFaultless } from './expectFaultless.ts'
import { expect, test } from './fixtures.ts'
import { EXCLUDED, GONE, OK, QUOTE, answerBatch, fillRows, more, results, row, start } from './postSteps.ts'

const fits = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test.describe('in both colour schemes', () => {
  test.use({ expectedMessages: [/500/] })

  test('axe finds nothing on rows, results, history and a failed check', async ({ page }) => {
    test.slow()
    await page.goto('/tweetcheck')
    await fillRows(page, [OK, QUOTE, EXCLUDED, GONE, 'hello', OK])
    await page.locator('p', { hasText: postFormText.hint.notPost }).waitFor()
    await expectFaultless(page)
    await start(page)
    await expect(results(page).first()).toContainText(/[。？]/)
    await page.getByText(postSearchText.causes.title).click()
    await page.getByText(resultText.legend).click()
    await page.getByRole('checkbox', { name: resultText.badge.error }).uncheck()
    await expectFaultless(page)
    await more(page)
    await page.getByRole('link', { name: text.history.open }).click()
    await expect(results(page)).toHaveCount(5)
    await expectFaultless(page)
    await answerBatch(page, {}, 500)
    await page.getByRole('link', { name: text.post.back }).click()
    await start(page)
    await page.getByRole('alert').waitFor()
    await expectFaultless(page)
  })
})

test('nothing is wider than a window of 320 pixels, nor too small to tap', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/tweetcheck')
  await fillRows(page, [OK, 'x'.repeat(400)])
  await fits(page)
  await start(page)
  await expect(results(page)).toHaveCount(2)
  await fits(page)
  const controls = page.locator('main :is(button, a, summary, label:has(input[type=checkbox]))')
  for (const control of await controls.filter({ visible: true }).all()) {
    const box = await control.boundingBox()
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('link', { name: text.post.back }).click()
  await expect(row(page, 2)).toHaveValue('x'.repeat(400))
})
