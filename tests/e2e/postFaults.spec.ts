import { GROUP_LOOKS } from '../../src/results/groups.ts'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { EXCLUDED, OK, answerBatch, checkPosts, results, row } from './postSteps.ts'
import { saved } from './steps.ts'

const BATCH = [OK, EXCLUDED]

test.describe('a failed batch', () => {
  test.use({ expectedMessages: [/500|503|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('goes on by itself when the connection is back, checks failed posts again, and saves what came out', async ({
    page,
    context,
  }) => {
    await page.route('**/api/check-batch', async (route) => {
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    })
    await checkPosts(page, BATCH)
    await expect(page.getByRole('alert')).toContainText(text.alert.offline)
    await page.unroute('**/api/check-batch')
    const failed = BATCH.map((url) => ({ url, status: 'UNKNOWN' }))
    await answerBatch(page, { results: failed, sessionId: 'A'.repeat(22), keptDays: 90 })
    await context.setOffline(false)
    const again = page.getByRole('button', { name: text.post.again(2) })
    await expect(again).toBeVisible()
    await expect(page.getByRole('heading', { name: resultText.postsVerdict.failed(2) })).toBeVisible()
    await expect(page.locator('[data-large="true"]')).toHaveText('！')
    await page.unroute('**/api/check-batch')
    await context.setOffline(true)
    await again.click()
    await expect(page.getByRole('alert')).toContainText(text.alert.offline)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: GROUP_LOOKS.excluded.finding(1) })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await saved(page, filesText.csv)).toContain(`${EXCLUDED},検索除外,`)
  })
})

test('starts again when it is reloaded while it checks, and keeps the rows when it is cancelled', async ({
  page,
}) => {
  let answer = false
  await page.route('**/api/check-batch', (route) => (answer ? route.continue() : undefined))
  await checkPosts(page, BATCH)
  await expect(page.getByText(text.post.checking)).toBeVisible()
  await page.getByRole('button', { name: text.action.cancel }).click()
  await expect(page).toHaveURL(/\/tweetcheck$/)
  await expect(row(page, 2)).toHaveValue(EXCLUDED)
  await page.goto('/tweetcheck/results')
  await expect(page).toHaveURL(/:\d+\/$/)
  await checkPosts(page, BATCH)
  await expect(page.getByText(text.phase.server).last()).toBeVisible()
  answer = true
  await page.reload()
  await expect(results(page)).toHaveCount(2)
})

test.describe('a missing history', () => {
  test.use({ expectedMessages: [/404|ERR_FAILED/] })

  test('shows no error and keeps the link back to the form, and one that could not be asked for loads once the device is online again', async ({
    page,
    context,
  }) => {
    await page.goto('/tweetcheck/history/no-such-history')
    await expect(page.getByRole('heading', { name: 'チェック履歴' })).toBeVisible()
    await expect(page.getByText(text.history.loading)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    // As it stands there, and as it is heard.
    const sentence = page.getByRole('main').getByText(/^保存した結果は.*表示されません。$/)
    await expect(sentence).toHaveCount(2)
    await expect.poll(async () => new Set(await sentence.allTextContents()).size).toBe(1)
    await expect(page.getByText(text.history.keptAlways(90)).last()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '期間を過ぎたもの' })).toHaveCount(1)
    await expect(results(page)).toHaveCount(0)
    await page.getByRole('link', { name: '入力画面に戻る' }).click()

    await row(page, 1).fill(EXCLUDED)
    await page.getByRole('button', { name: text.post.submit }).click()
    const link = await page
      .getByRole('link', { name: text.history.open, includeHidden: true })
      .getAttribute('href')
    await page.route('**/api/get-history-by-session-id*', (route) => route.abort())
    await page.goto(link ?? '')
    await expect(page.getByRole('status').filter({ hasText: '期間を過ぎたもの' })).toHaveCount(1)
    await expect(page.getByText(text.history.loading)).toHaveCount(0)
    await expect(results(page)).toHaveCount(0)
    await page.unroute('**/api/get-history-by-session-id*')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(results(page)).toContainText('検索除外')
  })
})
