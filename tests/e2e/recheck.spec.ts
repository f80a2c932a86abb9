import type { Page } from '@playwright/test'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { results } from './postSteps.ts'

/** Posts of the sandbox that have a text: the last digit of their ids is 0. */
const urlOf = (index: number) =>
  `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(index) * 10n}`
const notAsked = { visible: true, found: null, reason: { cause: 'not_asked' } }
const RESULTS = Array.from({ length: 60 }, (_, index) => ({
  url: urlOf(index),
  status: 'UNSEARCHED',
  evidence: notAsked,
}))
/** The row that is checked again, deep in the list. */
const DEEP = 41

/** Opens the results of 60 posts that search was not asked for. Each later check finds that its post is as `status` says. */
async function openSixty(page: Page, status: string, found: boolean) {
  await page.route('**/api/check-batch', async (route) => {
    const { urls } = route.request().postDataJSON() as { urls: string[] }
    const again = urls.map((url) => ({ url, status, evidence: { visible: true, found, reason: null } }))
    await route.fulfill({ json: { results: urls.length > 1 ? RESULTS : again, sessionId: '' } })
  })
  await page.goto('/tweetcheck')
  await page.evaluate(
    (urls) => sessionStorage.setItem('tweetcheck.urls', JSON.stringify(urls)),
    RESULTS.map(({ url }) => url),
  )
  await page.goto('/tweetcheck/results')
  await expect(results(page)).toHaveCount(60)
}

const deepRow = (page: Page) => results(page).nth(DEEP)

test('a post that is checked again deep in a long list keeps its position and the focus, and its result is announced', async ({
  page,
}) => {
  await openSixty(page, 'AVAILABLE', true)
  const row = deepRow(page)
  await row.getByRole('button', { name: postSearchText.again }).click()
  await expect(row).toHaveAttribute('data-group', 'ok')
  await expect(row.getByRole('link', { name: resultText.list.open })).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(page.getByText(text.post.checkedAgain(resultText.badge.ok))).toBeAttached()
  await expect(results(page)).toHaveCount(60)
})

test('a post that turns out to be excluded keeps its position in the list, and the focus', async ({
  page,
}) => {
  await openSixty(page, 'FORBIDDEN', false)
  await deepRow(page).getByRole('button', { name: postSearchText.again }).click()
  const row = deepRow(page)
  await expect(row).toHaveAttribute('data-group', 'excluded')
  await expect(row.getByRole('link', { name: resultText.list.open })).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(page.getByText(text.post.checkedAgain(resultText.badge.excluded))).toBeAttached()
  await expect(results(page)).toHaveCount(60)
})

test('a cancelled check of one post gives the focus back to the button of its row', async ({ page }) => {
  await openSixty(page, 'AVAILABLE', true)
  await page.route('**/api/generate-keyvalue', () => undefined)
  const row = deepRow(page)
  const again = row.getByRole('button', { name: postSearchText.again })
  await again.click()
  await row.getByRole('button', { name: text.action.cancel }).press('Enter')
  await expect(again).toBeFocused()
  await expect(again).toBeInViewport()
})
