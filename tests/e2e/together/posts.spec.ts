import { powText } from '../../../src/text/pow.ts'
import { powDifficultyText } from '../../../src/text/powParts.ts'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { postSearchText } from '../../../src/text/postSearch.ts'
import { expect, test } from '../fixtures.ts'
import { goBack, hold, holdBack } from '../steps.ts'
import { noteBodies, tableOf } from '../observe.ts'
import { EXCLUDED, OK, UNKNOWN, answerBatch, checkPosts, fillRows, results } from '../postSteps.ts'

const UNASKED = {
  url: OK,
  status: 'UNSEARCHED',
  evidence: { visible: true, found: null, reason: { cause: 'not_asked' } },
}

test.describe('a refused check of one post', () => {
  test.use({ expectedMessages: [/503/] })

  test('refused check of one post × place: the page says so beside the post, and keeps the time of the batch', async ({
    page,
  }) => {
    await answerBatch(page, { results: [UNASKED], sessionId: '' })
    await checkPosts(page, [OK])
    // The time stands there from the start: the first answer must have come before the next one is another.
    const again = results(page).getByRole('button', { name: postSearchText.again })
    await expect(again).toBeVisible()
    const time = await page.getByText(/^チェック日時/).textContent()
    await page.unrouteAll()
    await answerBatch(page, { message: 'no', code: 'busy' }, 503)
    await again.click()
    await expect(results(page).getByRole('alert')).toContainText(text.post.againFailed(1))
    await expect(page.getByText(/^チェック日時/)).toHaveText(time ?? '')
    await expect(results(page)).toHaveCount(1)
  })
})

test('saved results × form: a retry is a batch of its own, without the contents of the form', async ({
  page,
}) => {
  const bodies = await noteBodies(page)
  await checkPosts(page, [EXCLUDED, UNKNOWN])
  await expect(results(page)).toHaveCount(2)
  await page.reload()
  await expect(results(page)).toHaveCount(2)
  await page.getByRole('link', { name: text.post.back }).click()
  await fillRows(page, [OK])
  await goBack(page)
  await page.getByRole('button', { name: text.post.again(1, 1) }).click()
  const urls = async () => (await bodies('/api/check-batch')).map((body) => body['urls'])
  await expect.poll(urls).toEqual([[UNKNOWN]])
})

test('retry × share × address × folding: a retry saves only its own posts, what is shared and linked remains the first result, and groups stay unfolded and filtered', async ({
  page,
}) => {
  const bodies = await noteBodies(page)
  await checkPosts(page, [EXCLUDED, UNKNOWN, OK])
  await expect(page).toHaveURL(/\/tweetcheck\/history\//)
  await expect(results(page)).toHaveCount(3)
  const unfolded = results(page)
    .filter({ has: page.locator(`a[href="${EXCLUDED}"]`) })
    .locator('details')
    .first()
  await unfolded.locator('summary').click()
  await page.getByRole('checkbox', { name: resultText.filter.chip(resultText.badge.ok, 1) }).uncheck()
  await expect(results(page)).toHaveCount(2)
  const address = page.url()
  const share = page.getByRole('link', { name: resultText.share.batch })
  const shared = await share.getAttribute('href')
  await page.getByRole('button', { name: text.post.again(1, 1) }).click()
  await expect(page.getByText(resultText.postsVerdict.sharedBefore)).toBeVisible()
  const key: unknown = { token: expect.stringMatching(/./) }
  expect(await bodies('/api/check-batch')).toEqual([
    { urls: [EXCLUDED, UNKNOWN, OK], key },
    { urls: [UNKNOWN], key },
  ])
  expect([page.url(), await share.getAttribute('href')]).toEqual([address, shared])
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(2)
  await expect(unfolded).toHaveAttribute('open', '')
  await expect(results(page)).toHaveCount(2)
})

test('result × leaving: a result that arrives while the page of a followed link is being loaded does not change its address', async ({
  page,
}) => {
  const answer = await holdBack(page, '**/api/check-batch')
  const release = await hold(page, 'AccountPage-*')
  await checkPosts(page, [OK])
  await expect(page.getByText(text.phase.server).last()).toBeVisible()
  await page.getByRole('link', { name: text.tab.account, exact: true }).click()
  answer()
  await expect(results(page)).toHaveCount(1)
  release()
  await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
})

test('/pow × leaving, × autostart on Back: a run is paused if its page is left, and a link starts its run only once', async ({
  page,
}) => {
  const leave = async (button: string) => {
    await page.getByRole('link', { name: text.how }).last().click()
    await expect(page).toHaveURL(/\/how$/)
    // The address changes before the page does.
    await expect(page.getByRole('button', { name: button })).toHaveCount(0)
  }
  await page.goto('/pow?trials=2000&difficulty=14')
  await page.getByRole('button', { name: powText.action.start }).click()
  await expect(page.getByRole('button', { name: powText.action.pause })).toBeVisible()
  await leave(powText.action.pause)
  await goBack(page)
  await expect(page.getByRole('button', { name: powText.action.resume })).toBeVisible()
  await page.getByRole('button', { name: powText.action.stop }).click()
  await expect(page.getByRole('button', { name: powText.action.start })).toBeVisible()

  await page.goto('/pow?difficulty=2&trials=50&lanes=1&autostart=1')
  await page.waitForFunction(() => (window as { powRun?: { state: string } }).powRun?.state === 'ended')
  // The link in the foot moves while the result is drawn.
  await page.getByRole('heading', { name: powDifficultyText.title }).waitFor()
  await leave(powText.action.start)
  await page.evaluate(() => addEventListener('pow:started', () => void (document.title = 'started')))
  await goBack(page)
  await expect(page.getByRole('button', { name: powText.action.start })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page).not.toHaveTitle('started')
})
