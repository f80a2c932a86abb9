import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'
import { OK, answerBatch, checkPosts, results } from './postSteps.ts'

const POSTS = 120

/** What can only be pressed. */
const pressable = (page: Page) =>
  page
    .locator('main')
    .locator('button, [data-button]')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => `${one.tagName} ${(one.textContent ?? '').trim().slice(0, 20)}`))

test('on paper every post of a batch is listed, and nothing is left to press', async ({ page }) => {
  const posts = Array.from({ length: POSTS }, (_, index) => ({
    url: `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(index)}`,
    status: 'AVAILABLE',
  }))
  await answerBatch(page, { results: posts, sessionId: 'a' })
  await page.route('**/api/oembed*', (route) => route.fulfill({ json: { html: '<p>words</p>' } }))
  await checkPosts(page, [OK])
  await expect(page.locator('li[data-group]')).toHaveCount(POSTS)
  expect(await results(page).count()).toBeLessThan(POSTS)
  await page.emulateMedia({ media: 'print' })
  await expect(results(page)).toHaveCount(POSTS)
  expect(await pressable(page)).toEqual([])
  await expect(page.getByRole('group', { name: resultText.filter.group })).toBeHidden()
})

test('on paper what stands behind a verdict is unfolded', async ({ page }) => {
  await pageStates['an account'](page)
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) if (details instanceof HTMLDetailsElement) details.open = false
  })
  const evidence = page.locator('[data-answer] summary').filter({ hasText: 'Ghost Ban' }).locator('+ *')
  await expect(evidence).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(evidence).toBeVisible()
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeVisible()
  await expect(page.getByText(text.ad.placeholder).filter({ visible: true })).toHaveCount(0)
  expect(await pressable(page)).toEqual([])
})
