import type { Page } from '@playwright/test'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { expectFaultless } from './expectFaultless.ts'
import { expect, test } from './fixtures.ts'
import { isFetchedAhead } from './isFetchedAhead.ts'
import { tableOf } from './tableOf.ts'
import { typeName } from './typeName.ts'

const { guided, see } = guideText

/** Begins a guided check, and comes back from X, whose address it returns. */
async function begin(page: Page): Promise<string> {
  await page.context().route('https://x.com/**', (route) => route.fulfill({ body: 'X' }))
  await page.goto('/')
  await typeName(page, 'sbx_search_only')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: guided.start }).click()
  const opened = await opening
  await opened.waitForURL('https://x.com/**')
  const url = opened.url()
  await opened.close()
  return url
}

test('takes three presses after the name: the check, the way to X with the answers behind it, and an answer @sizes', async ({
  page,
}) => {
  expect(await begin(page)).toBe('https://x.com/search?q=sbx_search_only&f=user')
  await page.getByRole('dialog').getByRole('button', { name: '見えなかった' }).click()
  const row = page.locator('summary').filter({ hasText: 'Search Suggestion Ban' })
  await expect(row).toContainText('あなたの確認：見えなかった（')
})

test('leads through what was not judged, and stands beside our verdict without changing it @sizes', async ({
  page,
}) => {
  await begin(page)
  const card = page.getByRole('dialog')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await expect(card.getByRole('heading')).toBeFocused()
  await expect(card.getByRole('heading')).toContainText('Search Suggestion Ban')
  await expect(card.getByText(guided.progress(1, 3))).toBeVisible()
  await expectFaultless(page)
  const link = card.getByRole('link', { name: see.links.search_suggestion_ban })
  await expect(link).toHaveAttribute('href', 'https://x.com/search?q=sbx_search_only&f=user')
  await card.getByRole('button', { name: '見えた', exact: true }).click()
  await expect(card.getByRole('heading')).toContainText('Ghost Ban')
  await card.getByRole('button', { name: guided.back }).click()
  await expect(card.getByRole('button', { name: '見えた', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await card.getByRole('button', { name: '見えなかった' }).click()
  await card.getByRole('button', { name: '見えた', exact: true }).click()
  await card.getByRole('button', { name: '押すと見えた' }).click()
  await expect(card.getByRole('heading', { name: guided.end })).toBeFocused()
  await expect(card.getByText(see.outcome.kept)).toBeVisible()
  await expectFaultless(page)
  await card.getByRole('button', { name: guided.close }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('link', { name: guided.start })).toBeFocused()
  const row = page.locator('summary').filter({ hasText: 'Search Suggestion Ban' })
  await expect(row).toContainText('あなたの確認：見えなかった（')
  await expect(row).toContainText(resultText.ban.lookAgain)
  await expect(page.getByRole('heading', { name: 'Search Banは検出されませんでした' })).toBeVisible()
  expect(sent.filter((url) => !isFetchedAhead(url))).toEqual([])
})

test('goes on at the same item after the tab was discarded, and not by itself once it was closed', async ({
  page,
}) => {
  await begin(page)
  const card = page.getByRole('dialog')
  await card.getByRole('button', { name: '見えた', exact: true }).click()
  await expect(card.getByRole('heading')).toContainText('Ghost Ban')
  await expect.poll(() => tableOf(page, 'observations')).toHaveLength(1)
  await page.reload()
  await expect(card.getByRole('heading')).toContainText('Ghost Ban')
  await expect(card.getByText(guided.progress(2, 3))).toBeVisible()
  await card.getByRole('button', { name: guided.back }).click()
  await expect(card.getByRole('button', { name: '見えた', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await page.reload()
  await page.getByLabel(text.form.user.label).fill('sbx_clear')
  await expect(card).toHaveCount(0)
})
