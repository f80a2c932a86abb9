import type { Page } from '@playwright/test'
import { GROUP_STYLES } from '../../src/results/groups.ts'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { pressable } from './observe.ts'
import { EXCLUDED, OK, answerBatch, checkPosts, more, results, row } from './postSteps.ts'
import { saved } from './steps.ts'

/** The sentence about a saved result that is not there. It is the same however long the server keeps results. */
const [, EXPIRED = ''] = resultText.history.keptAlways(90).split('。')

const BATCH = [OK, EXCLUDED]

test.describe('a failed batch', () => {
  test.use({ expectedMessages: [/500|503|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('a batch that failed continues by itself when the connection is back, checks failed posts again, and saves the result', async ({
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
    const again = page.getByRole('button', { name: text.post.again(2, 2) })
    await expect(again).toBeVisible()
    await expect(page.getByRole('heading', { name: resultText.postsVerdict.failed(2) })).toBeVisible()
    await expect(page.locator('[data-large="true"]')).toHaveText('！')
    await page.unroute('**/api/check-batch')
    await context.setOffline(true)
    await again.click()
    await expect(page.getByRole('alert')).toContainText(text.alert.offline)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: GROUP_STYLES.excluded.finding(1) })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await saved(page, filesText.csv)).toContain(`${EXCLUDED},${resultText.badge.excluded},`)
  })
})

test('a batch starts again if it is reloaded while it runs, and keeps the rows if it is cancelled', async ({
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

  test('a missing history shows no error and keeps the link back to the form, and one that could not be fetched loads once the device is online again', async ({
    page,
    context,
  }) => {
    await page.goto('/tweetcheck/history/no-such-history')
    await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
    await expect(page.getByText(resultText.history.loading)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    // As it stands there, and as it is heard.
    const sentence = page.getByRole('main').getByText(resultText.history.keptAlways(90))
    await expect(sentence).toHaveCount(2)
    await expect.poll(async () => new Set(await sentence.allTextContents()).size).toBe(1)
    await expect(sentence.last()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: EXPIRED })).toHaveCount(1)
    await expect(results(page)).toHaveCount(0)
    await page.getByRole('link', { name: text.post.back }).click()

    await row(page, 1).fill(EXCLUDED)
    await page.getByRole('button', { name: text.post.submit }).click()
    const link = await page
      .getByRole('link', { name: resultText.history.open, includeHidden: true })
      .getAttribute('href')
    await page.route('**/api/get-history-by-session-id*', (route) => route.abort())
    await page.goto(link ?? '')
    await expect(page.getByRole('status').filter({ hasText: EXPIRED })).toHaveCount(1)
    await expect(page.getByText(resultText.history.loading)).toHaveCount(0)
    await expect(results(page)).toHaveCount(0)
    await page.unroute('**/api/get-history-by-session-id*')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(results(page)).toContainText(resultText.badge.excluded)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedMessages: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('a saved result that cannot be loaded without a connection says so, and loads when it is back', async ({
    page,
    context,
  }) => {
    await checkPosts(page, [OK])
    await more(page)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('link', { name: resultText.history.open }).click()
    await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
    await expect(page.getByRole('main').getByText(text.alert.offlinePart).last()).toBeVisible()
    await expect(page.getByText(EXPIRED)).toHaveCount(0)
    await context.setOffline(false)
    await expect(results(page)).toHaveCount(1)
  })
})

const HTML = '<img src=x onerror="window.hit=1"><script>window.hit=1</script><a href="javascript:hit=1">x</a>'
const HOSTILE_URLS = [
  'javascript:window.hit=1',
  'data:text/html,<script>parent.hit=1</script>',
  'https://x.com@evil.example/a/status/1',
  'https://x.com.evil.example/a/status/1',
  '//x.com/a/status/1',
  HTML,
  '',
  '\u202Ehttps://x.com/a/status/1',
]

const wasHit = (page: Page) => page.evaluate(() => 'hit' in window)

test('the results link only to X and run nothing, whatever URLs the server sends', async ({ page }) => {
  const statuses = ['AVAILABLE', 'FORBIDDEN', HTML, 'constructor', undefined, null, 5, {}]
  await answerBatch(page, {
    results: HOSTILE_URLS.map((url, index) => ({
      url,
      status: statuses[index % statuses.length],
      isPinned: HTML,
    })),
    sessionId: `"><script>window.hit=1</script>/../../${HTML}`,
    html: HTML,
    __proto__: { polluted: true },
  })
  await page.route('**/api/oembed*', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ html: `<p>${HTML} &lt;b&gt;${HTML}</p>${HTML}`, author_name: HTML }),
    }),
  )
  await checkPosts(page, [OK])
  await expect(results(page)).toHaveCount(HOSTILE_URLS.length)
  await expect(results(page).getByRole('link')).toHaveCount(0)
  await expect(results(page).filter({ hasText: 'javascript:window.hit=1' })).not.toHaveCount(0)
  await expect(page.locator('li img, li script')).toHaveCount(0)
  for (const link of await page.getByRole('link').all()) {
    expect(await link.evaluate((element) => (element as HTMLAnchorElement).protocol)).toMatch(/^https?:$/)
  }
  await expect(page.getByRole('checkbox', { name: resultText.badge.ok })).toHaveAccessibleName(/ 1$/)
  expect(await wasHit(page)).toBe(false)
})

const MANY = 500
/** The most rows that one update of the page may add: a long list arrives in pieces, so that no tap waits for all of it. */
const ROWS_AT_ONCE = 50

test('a batch of 500 results is rendered in pieces, filtered without changing a row, and listed completely on paper', async ({
  page,
}) => {
  const statuses = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'UNKNOWN']
  const many = Array.from({ length: MANY }, (_, index) => ({
    url: `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(index)}`,
    status: statuses[index % 4],
  }))
  await answerBatch(page, { results: many, sessionId: 'a' })
  await page.route('**/api/oembed*', (route) => route.fulfill({ json: { html: '<p>words</p>' } }))
  await page.goto('/tweetcheck')
  await row(page, 1).fill(OK)
  const rows = await watchRows(page)

  await page.keyboard.press('Enter')
  await expect(page.locator('li[data-group]')).toHaveCount(MANY)
  const arrived = await rows.seen()
  expect(arrived.added).toBe(MANY)
  expect(arrived.mostAtOnce).toBeLessThanOrEqual(ROWS_AT_ONCE)

  const chip = page.getByRole('checkbox', { name: resultText.badge.ok })
  const aRow = page.locator('li[data-group="ok"]').first()
  await expect(aRow).toBeVisible()
  await chip.uncheck()
  await expect(aRow).toBeHidden()
  await chip.check()
  await expect(aRow).toBeVisible()
  expect(await rows.seen()).toEqual(arrived)
  await expect(page.getByText(resultText.postsVerdict.total(500))).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(results(page)).toHaveCount(MANY)
  await expect(chip).toBeHidden()
  expect(await pressable(page)).toEqual([])
})

type Seen = { added: number; removed: number; mostAtOnce: number }

/** Counts the rows that come and go, and the most that one update brings. */
async function watchRows(page: Page): Promise<{ seen: () => Promise<Seen> }> {
  const counted = await page.evaluateHandle(() => {
    const counted = { added: 0, removed: 0, mostAtOnce: 0 }
    const rowsIn = (nodes: NodeList) =>
      [...nodes].reduce((sum, node) => {
        if (!(node instanceof Element)) return sum
        return sum + node.querySelectorAll('li[data-group]').length + Number(node.matches('li[data-group]'))
      }, 0)
    new MutationObserver((records) => {
      const added = records.reduce((sum, { addedNodes }) => sum + rowsIn(addedNodes), 0)
      counted.added += added
      counted.removed += records.reduce((sum, { removedNodes }) => sum + rowsIn(removedNodes), 0)
      counted.mostAtOnce = Math.max(counted.mostAtOnce, added)
    }).observe(document.body, { childList: true, subtree: true })
    return counted
  })
  return { seen: () => counted.jsonValue() }
}
