import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { AccountCheck } from '../../contract/wire.ts'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { noteDrawnWords } from './observe.ts'
import { expect, test } from './fixtures.ts'
import { typeName } from './steps.ts'

const BANS = ['Search Suggestion Ban', 'Search Ban', 'Ghost Ban', 'Reply Deboosting']

async function check(page: Page, screenName: string, path = '/') {
  await page.goto(path)
  await checkNext(page, screenName)
}

/** Checks an account on the page that is open. */
async function checkNext(page: Page, screenName: string) {
  await typeName(page, screenName)
  await page.getByRole('button', { name: text.form.user.submit }).click()
}

/** What the four bans show, in order; null for an item without a state. */
async function states(page: Page) {
  const found: (string | null)[] = []
  for (const ban of BANS) {
    const summary = page.locator('summary').filter({ has: page.getByText(ban, { exact: true }) })
    const [words = null] = await summary.locator('[data-state]').allInnerTexts()
    found.push(words)
  }
  return found
}

const { yes, no, unknown } = resultText.ban
const STATES = {
  sbx_clear: { sentence: resultText.verdict.none, states: [no, no, no, no] },
  sbx_suggestion: { sentence: resultText.verdict.found(1), states: [yes, no, no, no] },
  sbx_search: { sentence: resultText.verdict.found(1), states: [no, yes, no, no] },
  sbx_ghost: { sentence: resultText.verdict.found(1), states: [no, no, yes, no] },
  sbx_reply: { sentence: resultText.verdict.found(1), states: [no, no, no, yes] },
  sbx_all_bans: { sentence: resultText.verdict.found(4), states: [yes, yes, yes, yes] },
  sbx_unknown: {
    sentence: resultText.verdict.unknown,
    states: [unknown, unknown, unknown, unknown],
  },
}

test('shows the state of every ban, one account after another', async ({ page }) => {
  await page.goto('/')
  for (const [name, expected] of Object.entries(STATES)) {
    await checkNext(page, name)
    await expect.poll(() => states(page), name).toEqual(expected.states)
    await expect(page.getByRole('heading', { name: expected.sentence })).toBeVisible()
    await expect(page).toHaveTitle(resultText.verdict.title(name, expected.sentence))
    await expect(page.getByRole('link', { name: resultText.share.account })).toBeVisible()
    await expect(page.getByText(text.sandbox.notice)).toBeVisible()
  }
})

test('names what was judged where that is not all, and says what each item rests on', async ({ page }) => {
  await check(page, 'sbx_search_only')
  await expect(page.getByRole('heading', { name: 'Search Banは検出されませんでした' })).toBeFocused()
  await expect(page.locator('[data-large="true"]')).toHaveText('✓')
  await expect(page).toHaveTitle('@sbx_search_only：Search Banは検出されませんでした')
  await expect(page.getByText('3項目は未判定', { exact: true })).toBeVisible()
  await expect(
    page.getByText('自動で判定できたのは1項目です。残り3項目はご自分で確かめられます。'),
  ).toBeVisible()
  await expect.poll(() => states(page)).toEqual([unknown, no, unknown, unknown])
  await expect(page.getByRole('heading', { level: 3, name: 'Ghost Ban 未判定' })).toBeVisible()
  const item = page.locator('summary').filter({ has: page.getByText('検索に出ない', { exact: true }) })
  await expect(item.getByText(/^5件中5件が検索で見つかりました・\d{1,2}:\d{2}$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'おすすめへの制限を調べる' })).toHaveCount(1)
})

test('says when to retry after a rate limit, for the account and then for its posts, and retries', async ({
  page,
}) => {
  const reset = Date.UTC(2026, 10, 21, 9, 20)
  const limit = { rate_limit: true, reset }
  let asked = 0
  await page.route('**/api/check-by-user', async (route) => {
    const answer: AccountCheck = await (await route.fetch()).json()
    if (asked++ === 0) answer.api_status.userSearchGroup = limit
    else answer.api_status.userTimelineGroup = limit
    await route.fulfill({ json: answer })
  })
  const worth = page.getByText(resultText.state.worthAt('2026年11月21日 18時20分'))
  await check(page, 'sbx_clear')
  await expect(page.getByRole('heading', { name: resultText.state.rateLimit })).toBeFocused()
  await expect(worth).toBeVisible()
  await page.getByRole('button', { name: text.action.retry }).click()
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeFocused()
  const posts = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: resultText.list.title }) })
  await expect(posts.getByRole('alert')).toContainText(resultText.state.rateLimit)
  await expect(posts.getByRole('alert').filter({ has: worth })).toBeVisible()
})

test('makes a picture of the result, in the shape that X shows uncropped, which says that it is invented', async ({
  page,
}) => {
  const drawnWords = await noteDrawnWords(page)
  await check(page, 'sbx_clear')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: filesText.savePicture }).click()
  expect((await download).suggestedFilename()).toMatch(/^shadowban-\d{8}-\d{6}\.png$/)
  await expect(page.getByRole('status').filter({ hasText: /\.png の保存を始めました$/ })).toBeVisible()
  const png = await readFile(await (await download).path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(1200)
  expect(png.readUInt32BE(20)).toBe(675)
  expect(await drawnWords()).toContain('@sbx_clear')
  expect(await drawnWords()).toContain(text.sandbox.notice)
})

test('lists the latest 20 posts with filters, a pinned post, a legend and a share link @sizes', async ({
  page,
}) => {
  await check(page, 'sbx_mixed')
  const rows = page.locator('li[data-group]')
  const shown = rows.filter({ visible: true })
  await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: /件/ })).toHaveText([
    '検索除外 3件',
    'そのほか 17件・新しい順',
  ])
  await expect(shown).toHaveCount(13)
  await page.getByRole('button', { name: resultText.list.more(7) }).click()
  await expect(shown).toHaveCount(20)
  await expect(shown.nth(13).getByRole('link').first()).toBeFocused()
  await expect(page.getByText(resultText.list.pinned)).toHaveCount(1)
  await page.getByRole('checkbox', { name: resultText.badge.ok }).uncheck({ force: true })
  await expect(shown).toHaveCount(12)
  await expect(page.getByText(resultText.legend)).toBeVisible()
  const share = page.getByRole('link', { name: resultText.share.posts })
  expect(decodeURIComponent((await share.getAttribute('href')) ?? '')).toContain('@ sbx_mixed の直近20件')
})

test('clears the field, and disables the button while it is empty', async ({ page }) => {
  await page.goto('/')
  const submit = page.getByRole('button', { name: text.form.user.submit })
  await expect(submit).toBeDisabled()
  await page.getByLabel(text.form.user.label).fill('someone')
  await expect(submit).toBeEnabled()
  await page.getByRole('button', { name: text.form.user.clear }).click()
  await expect(page.getByLabel(text.form.user.label)).toBeFocused()
  await expect(submit).toBeDisabled()
})

test.describe('a refused check', () => {
  test.use({ expectedMessages: [/500|502/] })

  test('shows the generic message on the main page and can be tried again', async ({ page }) => {
    await check(page, 'sbx_err_500')
    const alert = page.getByRole('alert').filter({ hasText: 'エラー' })
    await expect(alert).toContainText('取得に失敗しました。')
    const again = page.waitForResponse('**/api/check-by-user')
    await page.getByRole('button', { name: text.action.retry }).click()
    expect((await again).status()).toBe(500)
    await page.getByLabel(text.form.user.label).fill('sbx_clear')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeVisible()
  })
})

test.describe('an unknown path', () => {
  test.use({ expectedMessages: [/404/] })

  test('opens the error screen with status 404, and a way home', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await page.getByRole('link', { name: text.error.home }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('X (Twitter) Shadowban Checker F')
  })
})

test('the sandbox offers its names beside the label, and the chosen one fills the field', async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByLabel(text.form.user.label)
  await field.focus()
  const offer = page.getByRole('button', { name: text.sandbox.accounts })
  await offer.click()
  await expect(offer).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'sbx_mixed' }).click()
  await expect(field).toHaveValue('sbx_mixed')
  await expect(page.getByRole('button', { name: 'sbx_mixed' })).toHaveCount(0)
  await expect(offer).toBeFocused()
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.getByRole('heading', { name: resultText.list.title })).toBeVisible()
})
