import { powText } from '../../src/text/pow.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

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
