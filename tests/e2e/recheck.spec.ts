import type { Locator } from '@playwright/test'
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
/** The first row that is checked again, deep in the list. */
const DEEP = 41

test('posts that are checked again deep in a long list keep their position and the focus, also if that is cancelled or search does not find them, and their results are announced', async ({
  page,
}) => {
  let answer = { status: 'AVAILABLE', found: true }
  await page.route('**/api/check-batch', async (route) => {
    const { urls } = route.request().postDataJSON() as { urls: string[] }
    const { status, found } = answer
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

  const againIn = (row: Locator) => row.getByRole('button', { name: postSearchText.again })
  const deep = results(page).nth(DEEP)
  await page.route('**/api/generate-keyvalue', () => undefined)
  await againIn(deep).click()
  await deep.getByRole('button', { name: text.action.cancel }).press('Enter')
  await expect(againIn(deep)).toBeFocused()
  await expect(againIn(deep)).toBeInViewport()
  await page.unroute('**/api/generate-keyvalue')

  const answers = [
    { status: 'AVAILABLE', found: true, group: 'ok' },
    { status: 'FORBIDDEN', found: false, group: 'excluded' },
  ] as const
  for (const [index, { group, ...given }] of answers.entries()) {
    answer = given
    const row = results(page).nth(DEEP + index)
    await againIn(row).click()
    await expect(row).toHaveAttribute('data-group', group)
    await expect(row.getByRole('link', { name: resultText.list.open })).toBeFocused()
    await expect(row).toBeInViewport()
    await expect(page.getByText(text.post.checkedAgain(resultText.badge[group]))).toBeAttached()
    await expect(results(page)).toHaveCount(60)
  }
})
