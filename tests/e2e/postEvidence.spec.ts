import { filesText } from '../../src/text/files.ts'
import { observationText } from '../../src/text/observations.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { isPrefetched, requestsOf } from './observe.ts'
import { saved } from './steps.ts'
import { OK, checkPosts, more, results, sandboxPost } from './postSteps.ts'

/** The sandbox reads the reason, of which this is the first, from the two digits before the last one. */
const UNSEARCHED = sandboxPost('05')
const { see } = postSearchText

test('lets the visitor look in the search of X, keeps the answer here, and sends it nowhere', async ({
  page,
}) => {
  await checkPosts(page, [UNSEARCHED, OK])
  const row = results(page).filter({ hasText: resultText.badge.unsearched })
  await expect(page.getByText(see.title, { exact: true })).toHaveCount(1)
  const sent = requestsOf(page)
  await row.getByText(see.title, { exact: true }).click()
  const link = row.getByRole('link', { name: see.link })
  await expect(link).toHaveAttribute('href', /^https:\/\/x\.com\/search\?q=from%3Asbx_clear/)
  await row.getByRole('radio', { name: see.answers.unseen }).check()
  await expect(row.getByText(observationText.outcome.kept)).toBeVisible()
  await expect(row).toContainText(`あなたの確認：${see.answers.unseen}（`)
  await expect(row).toContainText(resultText.badge.unsearched)
  expect(await saved(page, filesText.csv)).toContain(`sbx_clear,${see.answers.unseen},`)
  expect(sent.filter((url) => !isPrefetched(url))).toEqual([])

  await more(page)
  await page.getByRole('link', { name: text.history.open }).click()
  await expect(page.getByRole('heading', { name: text.history.h1 })).toBeVisible()
  await expect(results(page).first()).toContainText(`あなたの確認：${see.answers.unseen}（`)

  await page.goto('/log')
  const card = page.getByRole('region', { name: logText.postFindings })
  await expect(card).toContainText('@sbx_clear のポスト')
  await card.getByRole('button', { name: logText.remove }).click()
  await expect(card).toHaveCount(0)
})
