import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { goBack, loseUntilReload, openWith } from './steps.ts'
import { EXCLUDED, OK, answerBatch, checkPosts, countCalls, more, results, row, start } from './postSteps.ts'

test.describe('post faults', () => {
  const BATCH = [OK, EXCLUDED]

  test.describe('a failed batch', () => {
    test.use({ expectedMessages: [/500|503|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

    test('keeps the page with every URL as error 500, and can be tried again', async ({ page }) => {
      await answerBatch(page, { message: 'no' }, 500)
      await checkPosts(page, BATCH)
      await expect(page.getByRole('alert')).toContainText('取得に失敗しました。')
      await expect(page).toHaveURL(/\/tweetcheck\/results$/)
      for (const [index, url] of BATCH.entries()) {
        await expect(results(page).nth(index)).toContainText('エラー')
        await expect(results(page).nth(index)).toContainText('Failed to check status（500）')
        await expect(results(page).nth(index).getByRole('link')).toHaveAttribute('href', url)
      }
      await expect(page.getByRole('link', { name: resultText.share.batch })).toHaveCount(0)
      await page.unroute('**/api/check-batch')
      await page.getByRole('button', { name: text.action.retry }).click()
      await expect(page.getByRole('heading', { name: resultText.postsVerdict.excluded(1) })).toBeVisible()
      await expect(results(page)).toHaveCount(2)
    })

    test('says when the device is offline in the middle, and goes on by itself when it is not', async ({
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
      await context.setOffline(false)
      await expect(results(page).nth(0)).toContainText('検索除外')
    })

    test('checks failed posts again by itself when the connection is back, and saves what came out', async ({
      page,
      context,
    }) => {
      const failed = [OK, EXCLUDED].map((url) => ({ url, status: 'UNKNOWN' }))
      await answerBatch(page, { results: failed, sessionId: 'A'.repeat(22), keptDays: 90 })
      await checkPosts(page, BATCH)
      const again = page.getByRole('button', { name: text.action.retry })
      await expect(again).toBeVisible()
      await expect(page.getByRole('heading', { name: resultText.postsVerdict.failed(2) })).toBeVisible()
      await expect(page.locator('[data-large="true"]')).toHaveText('！')
      await page.unroute('**/api/check-batch')
      await context.setOffline(true)
      await again.click()
      await expect(page.getByRole('alert')).toContainText(text.alert.offline)
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: resultText.postsVerdict.excluded(1) })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      const saved = async (name: string) => {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name }).click()
        return await readFile(await (await download).path(), 'utf8')
      }
      await more(page)
      expect(JSON.parse(await saved(filesText.json))).toMatchObject({
        version: 1,
        results: [
          { url: OK, status: 'AVAILABLE' },
          { url: EXCLUDED, status: 'FORBIDDEN' },
        ],
      })
      expect(await saved(filesText.csv)).toContain(`${EXCLUDED},検索除外,`)
    })

    test('checks again by itself when it is reloaded without an answer', async ({ page }) => {
      await page.route('**/api/check-batch', (route) => route.abort())
      await checkPosts(page, BATCH)
      await expect(page.getByRole('alert')).toBeVisible()
      await page.unroute('**/api/check-batch')
      await page.reload()
      await expect(results(page).nth(0)).toContainText('検索除外')
    })
  })

  test('starts again when it is reloaded while it checks', async ({ page }) => {
    let answer = false
    await page.route('**/api/check-batch', (route) => (answer ? route.continue() : undefined))
    await checkPosts(page, BATCH)
    await expect(page.getByText(text.phase.server).last()).toBeVisible()
    answer = true
    await page.reload()
    await expect(results(page)).toHaveCount(2)
  })

  test('stops and keeps the rows when it is cancelled', async ({ page }) => {
    await page.route('**/api/check-batch', () => undefined)
    await checkPosts(page, BATCH)
    await expect(page.getByText(text.post.checking)).toBeVisible()
    await page.getByRole('button', { name: text.action.cancel }).click()
    await expect(page).toHaveURL(/\/tweetcheck$/)
    await expect(row(page, 2)).toHaveValue(EXCLUDED)
    await page.goto('/tweetcheck/results')
    await expect(page).toHaveURL(/:\d+\/$/)
  })

  test('aborts the call when the page is left', async ({ page }) => {
    await page.route('**/api/check-batch', () => undefined)
    await checkPosts(page, BATCH)
    await expect(page.getByText(text.phase.server).last()).toBeVisible()
    const aborted = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/check-batch'),
    )
    await page.getByRole('link', { name: 'Shadowban Checker', exact: true }).click()
    await aborted
  })

  test('makes one batch call however quickly it is started', async ({ page }) => {
    const challenges = countCalls(page, '/api/generate-keyvalue')
    const batches = countCalls(page, '/api/check-batch')
    await page.goto('/tweetcheck')
    await row(page, 1).fill(OK)
    await page.evaluate(() => {
      const form = document.querySelector('form')
      form?.requestSubmit()
      form?.requestSubmit()
      form?.requestSubmit()
    })
    await expect(results(page)).toHaveCount(1)
    expect([challenges.count, batches.count]).toEqual([1, 1])
    await page.goBack()
    await expect(page).toHaveURL(/\/tweetcheck$/)
  })

  test.describe('a missing history', () => {
    test.use({ expectedMessages: [/404|ERR_FAILED/] })

    test('shows no error, and keeps the link back to the form', async ({ page }) => {
      await page.goto('/tweetcheck/history/no-such-history')
      await expect(page.getByRole('heading', { name: 'チェック履歴' })).toBeVisible()
      await expect(page.getByText(text.history.loading)).toHaveCount(0)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText(text.history.keptAlways(90))).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: text.history.loaded })).toHaveCount(1)
      await expect(results(page)).toHaveCount(0)
      await page.getByRole('link', { name: '入力画面に戻る' }).click()
      await expect(row(page, 1)).toBeVisible()
    })

    test('loads once the device is online again', async ({ page, context }) => {
      await page.goto('/tweetcheck')
      await row(page, 1).fill(EXCLUDED)
      await page.getByRole('button', { name: text.post.submit }).click()
      const saved = await page
        .getByRole('link', { name: text.history.open, includeHidden: true })
        .getAttribute('href')
      await page.route('**/api/get-history-by-session-id*', (route) => route.abort())
      await page.goto(saved ?? '')
      await expect(page.getByRole('status').filter({ hasText: text.history.loaded })).toHaveCount(1)
      await expect(page.getByText(text.history.loading)).toHaveCount(0)
      await expect(results(page)).toHaveCount(0)
      await page.unroute('**/api/get-history-by-session-id*')
      await context.setOffline(true)
      await context.setOffline(false)
      await expect(results(page)).toContainText('検索除外')
    })
  })
})

test.describe('post life', () => {
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
        .poll(() => page.evaluate(() => (globalThis as { persisted?: boolean }).persisted), {
          timeout: 2_000,
        })
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
})

test.describe('post hostile', () => {
  const HTML =
    '<img src=x onerror="window.hit=1"><script>window.hit=1</script><a href="javascript:hit=1">x</a>'
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
    await expect(page.getByRole('checkbox', { name: resultText.badge.ok })).toHaveAccessibleName(/ 2$/)
    expect(await wasHit(page)).toBe(false)
  })

  test('shows a hostile preview as plain text', async ({ page }) => {
    await page.route('**/api/oembed*', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ html: `<p>&lt;img src=x onerror=alert(1)&gt;${HTML}</p>`, author_name: HTML }),
      }),
    )
    // The author of a preview is named where the posts are not of one account.
    await checkPosts(page, [OK, OK.replace('sbx_clear', 'sbx_mixed')])
    await expect(results(page).first()).toContainText('<img src=x onerror=alert(1)>')
    await expect(results(page).first()).toContainText(HTML)
    await expect(page.locator('li img, li script')).toHaveCount(0)
    expect(await wasHit(page)).toBe(false)
  })

  const MISSHAPEN = {
    'an HTML page': '<!doctype html><h1>hello</h1>',
    'a result without a URL': '{"results":[{"status":"AVAILABLE"}],"sessionId":"a"}',
  }

  for (const [what, body] of Object.entries(MISSHAPEN)) {
    test(`treats ${what} as a failed call`, async ({ page }) => {
      await answerBatch(page, body)
      await checkPosts(page, [OK])
      await expect(page.getByRole('alert')).toContainText('取得に失敗しました。')
      await expect(results(page)).toContainText('Failed to check status（500）')
      await expect(page.getByRole('button', { name: text.action.retry })).toBeVisible()
    })
  }

  /** The most rows that one update of the page may add: a long list arrives in pieces, so that no tap waits for all of it. */
  const ROWS_AT_ONCE = 50

  test('puts 10,000 results on the page in pieces, and filters them without touching a row', async ({
    page,
  }) => {
    const statuses = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'UNKNOWN']
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      url: `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(index)}`,
      status: statuses[index % 4],
    }))
    await answerBatch(page, { results: many, sessionId: 'a' })
    await page.route('**/api/oembed*', (route) => route.fulfill({ json: { html: '<p>words</p>' } }))
    await page.goto('/tweetcheck')
    await row(page, 1).fill(OK)
    const rows = await watchRows(page)

    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('li[data-group]').length === 10_000, null, {
      polling: 200,
    })
    const arrived = await rows.seen()
    expect(arrived.added).toBe(10_000)
    expect(arrived.mostAtOnce).toBeLessThanOrEqual(ROWS_AT_ONCE)

    const chip = page.getByRole('checkbox', { name: resultText.badge.ok })
    const aRow = page.locator('li[data-group="ok"]').first()
    await expect(aRow).toBeVisible()
    await chip.uncheck()
    await expect(aRow).toBeHidden()
    await chip.check()
    await expect(aRow).toBeVisible()
    expect(await rows.seen()).toEqual(arrived)
    await expect(page.getByText('全10,000件')).toBeVisible()
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
})
