import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { goBack } from './goBack.ts'
import { loseUntilReload } from './loseUntilReload.ts'
import { openWith } from './openWith.ts'
import { EXCLUDED, OK, countCalls, fillRows, results, row, start } from './postSteps.ts'

test('makes one challenge and one batch call under the double mounts of StrictMode @deep', async ({
  page,
  baseURL,
}) => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'checker-dev-'))
  const site = await createServer({
    root: join(import.meta.dirname, '../..'),
    cacheDir,
    logLevel: 'error',
    server: { port: 0, hmr: false, proxy: { '/api': baseURL ?? '' } },
  })
  try {
    await site.listen()
    const challenges = countCalls(page, '/api/generate-keyvalue')
    const batches = countCalls(page, '/api/check-batch')
    await page.goto(`${site.resolvedUrls?.local[0]}tweetcheck`)
    await fillRows(page, [OK, EXCLUDED])
    await start(page)
    await expect(results(page)).toHaveCount(2)
    expect([challenges.count, batches.count]).toEqual([1, 1])
    // What a page asks of a server that has ended is an error of the page.
    await page.goto('about:blank')
  } finally {
    await site.close()
    rmSync(cacheDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

test('comes back from the back-forward cache and finishes what it was doing @deep', async ({ baseURL }) => {
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
