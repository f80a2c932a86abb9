import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { translate } from './steps.ts'
import { EXCLUDED, OK, QUOTE, fillRows, more, results, row, start } from './postSteps.ts'

test.describe('on a translated page', () => {
  test.use({ expectedMessages: [/500/] })

  test('an account check works on a translated page, again and with other options', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(translate)
    const field = page.locator('input[name="screen_name"]')
    const submit = page.locator('form button[type="submit"]')
    const another = page.getByRole('button', { name: text.form.user.another })
    for (const name of ['sbx_mixed', 'na-me', 'sbx_suspended', 'sbx_err_500', 'sbx_search']) {
      if (await another.isVisible()) await another.click()
      await field.fill(name)
      await submit.click()
      if (name === 'na-me') {
        await expect(page.getByRole('alert').filter({ hasText: text.valid.characters })).toBeVisible()
        continue
      }
      // The answer takes the focus; the rest of it follows.
      await expect(page.locator('main h2:focus')).toBeVisible()
      await expect(page.locator('[data-unfinished]')).toHaveCount(0)
      for (const summary of await page.locator('main summary').filter({ visible: true }).all())
        await summary.click()
      for (const box of await page.locator('main input[type="checkbox"]').filter({ visible: true }).all()) {
        if (await box.isEnabled()) await box.click()
      }
    }
    await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
    await expect(page.getByText(text.error.title)).toHaveCount(0)
  })
})

test('a post check works on a translated page, and so do its form and its history', async ({ page }) => {
  await page.goto('/tweetcheck')
  await page.evaluate(translate)
  await row(page, 1).fill('hello')
  await row(page, 1).fill('')
  await start(page)
  await fillRows(page, [OK, EXCLUDED, QUOTE, 'hello', OK])
  await page.getByRole('button', { name: postFormText.tidy.mistakes }).click()
  await page.getByRole('button', { name: postFormText.tidy.undo }).click()
  await start(page)
  await expect(results(page)).toHaveCount(4)
  for (const box of await page.locator('main input[type="checkbox"]').all()) await box.click()
  await expect(page.getByText(resultText.empty.title)).toBeVisible()
  for (const box of await page.locator('main input[type="checkbox"]').all()) await box.click()
  await expect(results(page)).toHaveCount(4)
  await more(page)
  await page.getByRole('link', { name: text.history.open }).click()
  await expect(results(page)).toHaveCount(4)
  await page.goBack()
  await expect(results(page)).toHaveCount(4)
  await page.getByRole('link', { name: text.post.back }).click()
  await expect(row(page, 1)).toHaveValue(OK)
  await expect(page.getByText(text.error.title)).toHaveCount(0)
})
