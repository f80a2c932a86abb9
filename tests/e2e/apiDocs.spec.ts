import { expect, test } from './fixtures.ts'

test('draws the API from its OpenAPI document, under a policy that loads nothing from elsewhere', async ({
  page,
}) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shadowban Checker F')
  await expect(page.locator('summary')).toHaveCount(12)
  await page.getByText('POST /api/check-batch').click()
  const open = page.locator('details[open]')
  await expect(open.getByText('BatchRequest {')).toBeVisible()
  await expect(open.getByText('This challenge was used already.')).toBeVisible()
})
