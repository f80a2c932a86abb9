import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { answerBatch, checkPosts, OK, results, row } from './postSteps.ts'
import { longestTasks } from './taskTimes.ts'

const HTML = '<img src=x onerror="window.hit=1"><script>window.hit=1</script><a href="javascript:hit=1">x</a>'
const HOSTILE_URLS = [
  'javascript:window.hit=1',
  'JaVaScRiPt:window.hit=1//https://x.com/a/status/1',
  'data:text/html,<script>parent.hit=1</script>',
  'https://x.com@evil.example/a/status/1',
  'https://x.com.evil.example/a/status/1',
  'https://x。com/a/status/1',
  '//x.com/a/status/1',
  'https://x.com:444/a/status/1',
  HTML,
  '',
  '\u202Ehttps://x.com/a/status/1',
]

const wasHit = (page: Page) => page.evaluate(() => 'hit' in window)

test('links nowhere but to X and runs nothing, whatever URLs come back', async ({ page }) => {
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
  await expect(page.getByRole('checkbox', { name: resultText.badge.ok })).toHaveAccessibleName(/ 2$/)
  expect(await wasHit(page)).toBe(false)
})

test('shows a hostile preview as the words it is', async ({ page }) => {
  await page.route('**/api/oembed*', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ html: `<p>&lt;img src=x onerror=alert(1)&gt;${HTML}</p>`, author_name: HTML }),
    }),
  )
  await checkPosts(page, [OK])
  await expect(results(page)).toContainText('<img src=x onerror=alert(1)>')
  await expect(results(page)).toContainText(HTML)
  await expect(page.locator('li img, li script')).toHaveCount(0)
  expect(await wasHit(page)).toBe(false)
})

const MISSHAPEN = {
  'an HTML page': '<!doctype html><h1>hello</h1>',
  'a result without a URL': '{"results":[{"status":"AVAILABLE"}],"sessionId":"a"}',
}

for (const [what, body] of Object.entries(MISSHAPEN)) {
  test(`takes ${what} for a failed call`, async ({ page }) => {
    await answerBatch(page, body)
    await checkPosts(page, [OK])
    await expect(page.getByRole('alert')).toContainText('取得に失敗しました。')
    await expect(results(page)).toContainText('Failed to check status（500）')
    await expect(page.getByRole('button', { name: text.action.retry })).toBeVisible()
  })
}

/** Milliseconds after which a task is long. */
const LONG_TASK = 50

test('stays usable with 10,000 results', async ({ page, browser }) => {
  const statuses = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'UNKNOWN']
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    url: `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(index)}`,
    status: statuses[index % 4],
  }))
  await answerBatch(page, { results: many, sessionId: 'a' })
  await page.route('**/api/oembed*', (route) => route.fulfill({ json: { html: '<p>words</p>' } }))
  await page.goto('/tweetcheck')
  await row(page, 1).fill(OK)

  const settled = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const scroll = (share: number) =>
    page.evaluate((share) => scrollTo(0, document.body.scrollHeight * share), share)
  const focusChip = () => page.evaluate(() => document.querySelector<HTMLElement>('fieldset input')?.focus())
  const longest = await longestTasks(browser, page, async (part) => {
    await part('arriving', async () => {
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelectorAll('li[data-group]').length === 10_000, null, {
        polling: 200,
      })
    })
    await part('filtering', async () => {
      await focusChip()
      await page.keyboard.press('Space')
      await settled()
    })
    await part('scrolling', async () => {
      for (const share of [0.5, 1, 0]) {
        await scroll(share)
        await settled()
      }
    })
    await part('showing', async () => {
      await focusChip()
      await page.keyboard.press('Space')
      await settled()
    })
  })
  for (const [part, milliseconds] of Object.entries(longest)) {
    expect(milliseconds, `the longest task while ${part}`).toBeLessThan(LONG_TASK)
  }
  await expect(page.getByText('全10,000件')).toBeVisible()
})
