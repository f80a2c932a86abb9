import type { Page } from '@playwright/test'
import { BAN_NAMES } from '../../contract/outcomes.ts'
import { filesText } from '../../src/text/files.ts'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { noteDrawnWords } from './observe.ts'
import { expect, test } from './fixtures.ts'
import { check, keptAnswer, savedFile } from './steps.ts'

/** What the four bans show, in order; null for an item without a state. */
async function states(page: Page) {
  const found: (string | null)[] = []
  for (const ban of Object.values(BAN_NAMES)) {
    const summary = page.locator('summary').filter({ has: page.getByText(ban, { exact: true }) })
    const [words = null] = await summary.locator('[data-state]').allInnerTexts()
    found.push(words)
  }
  return found
}

const { yes, no, unknown } = resultText.ban
const STATES = {
  sbx_ghost: { sentence: resultText.verdict.foundOf(['Ghost Ban']), states: [no, no, yes, no] },
  sbx_search_only: {
    sentence: resultText.verdict.inSearch,
    states: [unknown, no, unknown, unknown],
  },
}

test('an account check shows the state of every ban, one account after another, and the evidence for each', async ({
  page,
}) => {
  await page.goto('/')
  for (const [name, expected] of Object.entries(STATES)) {
    await check(page, name)
    await expect.poll(() => states(page), name).toEqual(expected.states)
    await expect(page.getByRole('heading', { level: 2, name: expected.sentence })).toBeFocused()
    await expect(page).toHaveTitle(resultText.verdict.title(name, expected.sentence))
    await expect(page.getByRole('link', { name: resultText.share.account })).toBeVisible()
    await expect(page.getByText(text.sandbox.notice)).toBeVisible()
  }
  await expect(page.locator('[data-large="true"]')).toHaveText('✓')
  await expect(page.getByText(resultText.verdict.noMethod(3), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: guideText.guided.start(3) })).toBeInViewport()
  // The verdict says already that posts are found by search.
  await expect(
    page.getByText(resultText.verdict.postsClear(resultText.verdict.allPosts(20, false))),
  ).toHaveCount(0)
  await expect(
    page.getByRole('heading', {
      level: 3,
      name: `${BAN_NAMES.ghost_ban} ${resultText.ban.ghost_ban.gloss} ${resultText.ban.unknown}`,
    }),
  ).toBeVisible()
  const item = page
    .locator('summary')
    .filter({ has: page.getByText(resultText.ban.search_ban.gloss, { exact: true }) })
  const shortEvidence = item.getByText(guideText.evidence.counted(20, 20), { exact: true })
  await expect(shortEvidence).toBeVisible()
  // An opened item that was judged has the evidence once, and its steps are folded.
  await item.click()
  await expect(page.getByText(/^直近7日間のポスト20件のうち20件が検索で見つかりました/)).toBeVisible()
  await expect(shortEvidence).toBeHidden()
  const judged = page.locator('details').filter({ has: item })
  const steps = judged.getByText(resultText.ban.search_ban.steps('')[0] ?? '')
  await expect(steps).toBeHidden()
  await judged.getByText(guideText.see.title, { exact: true }).click()
  await expect(steps).toBeVisible()
})

test('an account check lists the latest 20 posts with filters, a pinned post, a legend and a share link, and makes a picture in the shape that X shows uncropped', async ({
  page,
}) => {
  const drawnWords = await noteDrawnWords(page)
  await page.goto('/')
  await check(page, 'sbx_mixed')
  const shown = page.locator('li[data-group]').filter({ visible: true })
  await expect(shown).toHaveCount(20)
  await expect(page.getByText(resultText.list.pinned)).toHaveCount(1)
  await expect(shown.first()).toContainText(resultText.list.pinned)
  await page.getByRole('checkbox', { name: resultText.badge.ok }).uncheck({ force: true })
  await expect(shown).toHaveCount(12)
  await expect(page.getByText(resultText.legend)).toBeVisible()
  const share = page.getByRole('link', { name: resultText.share.posts })
  expect(decodeURIComponent((await share.getAttribute('href')) ?? '')).toContain('@ sbx_mixed の直近20件')

  const { name, bytes: png } = await savedFile(page, filesText.savePicture)
  expect(name).toMatch(/^shadowban-\d{8}-\d{6}\.png$/)
  await expect(page.getByRole('status').filter({ hasText: filesText.saved(name) })).toBeVisible()
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 675])
  expect(await drawnWords()).toContain('@sbx_mixed')
  expect(await drawnWords()).toContain(text.sandbox.notice)
})

test('the button waits for a name; the check of an account that X limits can be repeated, and an answer says once that X limits its list of posts', async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByLabel(text.form.user.label)
  const submit = page.getByRole('button', { name: text.form.user.submit })
  await expect(submit).toBeDisabled()
  await field.fill('someone')
  await expect(submit).toBeEnabled()
  await page.getByRole('button', { name: text.form.user.clear }).click()
  await expect(field).toBeFocused()
  await expect(submit).toBeDisabled()

  const offer = page.getByRole('button', { name: text.sandbox.accounts })
  await offer.click()
  await page.getByRole('button', { name: 'sbx_limit_user' }).click()
  await expect(field).toHaveValue('sbx_limit_user')
  await expect(offer).toBeFocused()
  await submit.click()
  const limited = page.getByRole('heading').filter({ hasText: resultText.state.rate_limit.title })
  await expect(limited).toBeFocused()
  // Nothing is stored.
  await expect(keptAnswer(page)).toHaveCount(0)
  const again = page.waitForResponse('**/api/check-by-user')
  await page.getByRole('button', { name: text.action.retry }).click()
  await again
  await expect(limited).toBeFocused()

  await check(page, 'sbx_limit_posts')
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeFocused()
  // The answer says why the posts are missing, and no list says it again.
  await expect(page.getByText('Xからポストの一覧を受け取れる回数を使い切ったため')).toHaveCount(1)
})

test.describe('the words and places that the specification asks for', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  const share = (page: Page) => page.getByRole('link', { name: resultText.share.account })
  const shared = async (page: Page) => decodeURIComponent((await share(page).getAttribute('href')) ?? '')

  test('the form stays above a result, which is brought into view with its share button, for found bans too, and another name is typed without opening anything', async ({
    page,
  }) => {
    const field = page.getByLabel(text.form.user.label)
    const submit = page.getByRole('button', { name: text.form.user.submit })
    await page.goto('/')
    for (const name of ['sbx_all_bans', 'sbx_search', 'sbx_clear', 'sbx_search_only', 'sbx_mixed']) {
      await field.fill(name)
      await submit.click()
      await expect(page).toHaveTitle(new RegExp(`^@${name}：`))
      await expect(page.locator('[data-answer] h2').first()).toBeFocused()
      await expect(page.locator('[data-answer] h2').first()).toBeInViewport({ ratio: 1 })
      await expect(share(page), name).toBeInViewport({ ratio: 1 })
      await expect(field).toHaveValue(name)
      await expect(field).toBeVisible()
      await expect(page.getByRole('checkbox', { name: text.form.posts })).toBeVisible()
    }
  })

  test('a result that X limited can be shared, and a ban without a state is shared with a dash', async ({
    page,
  }) => {
    await page.goto('/')
    await check(page, 'sbx_limit_user')
    expect(await shared(page)).toContain('❓ Search Ban —')
    // Nothing was judged that could be saved.
    await expect(page.getByRole('button', { name: filesText.savePicture })).toHaveCount(0)
    await check(page, 'sbx_search_only')
    await expect.poll(() => shared(page)).toContain('✅ Search Ban\n❓ Ghost Ban —\n')
    await check(page, 'sbx_suspended')
    await expect(page.getByRole('heading', { name: resultText.state.suspend.title })).toBeVisible()
    await expect(share(page)).toHaveCount(0)
  })

  test('an account that does not exist is reported with the specified sentence, and below it what the reason may be', async ({
    page,
  }) => {
    await page.route('**/api/check-by-user', async (route) => {
      const response = await route.fetch()
      const { 'x-upstream': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.goto('/')
    await check(page, 'nobody_here')
    const answer = page.locator('[data-answer]')
    await expect(answer.getByRole('heading', { name: resultText.state.not_found.title })).toBeFocused()
    await expect(answer).toContainText(
      '指定されたユーザー名のアカウントは、存在しないか削除されているため、チェックできません。',
    )
    for (const reason of ['つづり', '変わった', '凍結']) await expect(answer).toContainText(reason)
  })
})

test('the site’s name leads from a result and from a running check to the start view, Back shows the result again, and an entry of another name does not', async ({
  page,
}) => {
  const field = page.getByLabel(text.form.user.label)
  // Only the start view has an example.
  const example = page.locator('[data-sample]')
  const home = page.getByRole('banner').getByRole('link', { name: text.site })
  const answer = page.locator('[data-answer] h2').first()
  await page.goto('/')
  await check(page, 'sbx_clear')
  await expect(answer).toBeVisible()
  await expect(example).toHaveCount(0)
  await home.click()
  await expect(example).toBeVisible()
  await expect(answer).toHaveCount(0)
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(answer).toBeVisible()
  await expect(field).toHaveValue('sbx_clear')

  // An entry of another name is reached at once, while the router may still be drawing the answer's own.
  await page.evaluate(() => {
    history.pushState({}, '', '/?screen_name=sbx_ghost')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await expect(field).toHaveValue('sbx_ghost')
  await expect(answer).toHaveCount(0)

  await page.route('**/api/generate-keyvalue', () => undefined)
  await check(page, 'sbx_ghost')
  await expect(page.getByRole('button', { name: text.action.cancel })).toBeVisible()
  await home.click()
  await expect(example).toBeVisible()
  await expect(page.getByRole('button', { name: text.action.cancel })).toHaveCount(0)
})
