import type { Locator, Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { powText } from '../../src/text/pow.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'
import { OK, row } from './postSteps.ts'

test.use({ expectedMessages: [/404/] })

test('an empty list says so in a region that was there before', async ({ page }) => {
  await pageStates['an account'](page)
  const chips = page.getByRole('group', { name: resultText.filter.group }).getByRole('checkbox')
  await expect(chips.first()).toBeChecked()
  const region = page.locator('[role="status"]:empty').last()
  await region.evaluate((element) => element.setAttribute('data-testid', 'before'))
  for (const chip of await chips.all()) await chip.uncheck()
  await expect(page.getByTestId('before')).toContainText(resultText.empty.title)
  await chips.first().check()
  await expect(page.getByTestId('before')).toHaveText('')
})

test('the end of a measurement, and a deletion, are told in regions that were there before', async ({
  page,
}) => {
  await page.goto('/pow?difficulty=1&trials=20&lanes=1')
  await page.locator('output').evaluateAll((all) => {
    for (const output of all) output.setAttribute('data-testid', 'before')
  })
  await page.getByRole('button', { name: powText.action.start }).click()
  await expect(page.getByTestId('before').filter({ hasText: powText.state.ended })).toBeAttached()
  await page.getByRole('button', { name: powText.runs.remove, exact: true }).click()
  const removed = page.getByTestId('before').filter({ has: page.locator(':scope'), hasText: /削除/ })
  await expect(removed).toBeVisible()
})

test('what a typed link is instead of a name is said once its writer pauses, and describes the field', async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByLabel(text.form.user.label)
  await markRegions(page)
  const { isPost, link } = text.form.user
  await field.fill('https://t.co/abc')
  await expect(field).toHaveAccessibleDescription(link.short)
  await expect(said(page, link.short)).toHaveCount(1)
  await field.fill(OK)
  await expect(field).toHaveAccessibleDescription(isPost)
  await expect(said(page, isPost)).toHaveCount(1)
})

test('a fault that is submitted twice is announced twice', async ({ page }) => {
  await page.goto('/')
  const alert = page.getByRole('alert').filter({ hasText: text.valid.characters })
  await page.getByLabel(text.form.user.label).fill('hy-phen')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  const words = await alert.locator('span').elementHandle()
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(alert.locator('span')).toHaveText(text.valid.characters)
  await expect.poll(() => words?.evaluate((element) => element.isConnected)).toBe(false)
})

test('a wrong row is marked, said once its writer pauses, and counted where the check is started', async ({
  page,
}) => {
  await page.goto('/tweetcheck')
  await markRegions(page)
  const { row: words, hint, mistakes } = postFormText
  await row(page, 1).fill('https://example.com/')
  await expect(row(page, 1)).toHaveAttribute('aria-invalid', 'true')
  await expect(row(page, 1)).toHaveAccessibleDescription(hint.elsewhere)
  await expect(said(page, words.hinted(1, hint.elsewhere))).toHaveCount(1)
  const submit = page.getByRole('button', { name: text.post.submit })
  await expect(submit).toHaveAccessibleDescription(mistakes(1))
  await row(page, 1).fill(OK)
  await expect(row(page, 1)).toHaveAttribute('aria-invalid', 'false')
  await expect(submit).toHaveAccessibleDescription('')
})

test('a saved batch that cannot be shown is heard with the sentence that stands there', async ({ page }) => {
  await page.goto('/tweetcheck/history/AAAAAAAAAAAAAAAAAAAAAA')
  const sentence = page.getByRole('main').getByText(/^保存した結果は.*表示されません。$/)
  await expect(sentence).toHaveCount(2)
  await expect.poll(async () => new Set(await sentence.allTextContents()).size).toBe(1)
})

/** Marks the live regions that are on the page, so that `said` finds no later ones. */
async function markRegions(page: Page): Promise<void> {
  await page.locator('output').evaluateAll((all) => {
    for (const output of all) output.setAttribute('data-before', '')
  })
}

/** The marked live region that says something. */
function said(page: Page, words: string): Locator {
  return page.locator('output[data-before]').filter({ hasText: words })
}
