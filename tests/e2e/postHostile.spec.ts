import type { Page } from '@playwright/test'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { pressable } from './observe.ts'
import { OK, answerBatch, checkPosts, results, row } from './postSteps.ts'

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

test('links only to X and runs nothing, whatever URLs the server sends', async ({ page }) => {
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

const MANY = 2_000
/** The most rows that one update of the page may add: a long list arrives in pieces, so that no tap waits for all of it. */
const ROWS_AT_ONCE = 50

test('puts 2,000 results on the page in pieces, filters them without touching a row, and lists them all on paper', async ({
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
  await expect(page.getByText('全2,000件')).toBeVisible()

  expect(await results(page).count()).toBeLessThan(MANY)
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
