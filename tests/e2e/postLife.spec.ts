import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { goBack } from './goBack.ts'
import { loseUntilReload } from './loseUntilReload.ts'
import { openWith } from './openWith.ts'
import { EXCLUDED, results, row, start } from './postSteps.ts'

test('comes back from the back-forward cache and finishes what it was doing', async ({ baseURL }) => {
  await using browser = await openWith(baseURL, [], ['--disable-back-forward-cache'])
  const { page } = browser
  const hard = { json: { key: 'k'.repeat(48), value: 123_456_789 * 30 } }
  // Chromium does not keep every page: it is asked until it kept one.
  await expect(async () => {
    await page.route('**/api/generate-keyvalue', (route) => route.fulfill(hard))
    await page.goto('/tweetcheck')
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted })),
    )
    await row(page, 1).fill(EXCLUDED)
    await start(page)
    await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
    await page.goto('/sbctestqwert')
    await page.unroute('**/api/generate-keyvalue')
    await goBack(page)
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/tweetcheck\/(?:results|history\/.+)$/)
    await expect
      .poll(() => page.evaluate(() => (globalThis as { persisted?: boolean }).persisted), { timeout: 2_000 })
      .toBe(true)
  }).toPass()
  await expect(results(page)).toContainText('検索除外')
})

test.describe('after a deploy', () => {
  test.use({ expectedMessages: [/Failed to load resource|Failed to fetch dynamically/] })

  for (const file of ['checkPosts', 'ResultsPage']) {
    test(`a missing ${file} reloads the page once, and the check goes on`, async ({ page }) => {
      const loads = await loseUntilReload(page, file)
      await page.goto('/tweetcheck')
      await row(page, 1).fill(EXCLUDED)
      await start(page)
      await expect(results(page)).toContainText('検索除外')
      expect(loads.count).toBe(2)
    })
  }
})
