import type { Page } from '@playwright/test'
import { OBSERVED_ANSWER_TEXTS } from '../../src/text/bans.ts'
import { comparisonText } from '../../src/text/comparison.ts'
import { filesText } from '../../src/text/files.ts'
import { guideText } from '../../src/text/guide.ts'
import { homeText } from '../../src/text/home.ts'
import { logText } from '../../src/text/log.ts'
import { observationText } from '../../src/text/observations.ts'
import { resultText } from '../../src/text/result.ts'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { requestsOf, shiftsOf, tableOf, watchShifts } from './observe.ts'
import { EXCLUDED, GONE, OK, QUOTE, checkPosts, results } from './postSteps.ts'
import { changeRecords, check, checkAndKeep, holdBack, saved } from './steps.ts'

// What a visitor comes back for: whether a ban is still found, and what has changed since the last check.

const { friend } = guideText
const PHONE = { width: 360, height: 740 }
const DAY_MS = 86_400_000

/** Makes the checks that the device has those of another account, made on an earlier day. */
async function wereOf(page: Page, name: string): Promise<void> {
  await changeRecords(page, 'checks', { account: name, name, at: Date.now() - 3 * DAY_MS })
}

/** In the page: notes what stands in the card of the answer at the moment in which it appears. */
function noteFirstAnswer(): void {
  const noted = { words: '' }
  Object.assign(window, { noted })
  new MutationObserver((_, observer) => {
    const card = document.querySelector('[data-answer]')
    if (!card) return
    observer.disconnect()
    noted.words = card.textContent
  }).observe(document.body, { childList: true, subtree: true })
}

test('the second line of an answer says what became of the ban, is drawn with the answer, and moves nothing', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await checkAndKeep(page, 'sbx_search')
  await wereOf(page, 'sbx_clear')
  await page.goto('/privacy')
  await page.goto('/')
  const release = await holdBack(page, '**/api/check-by-user')
  await check(page, 'sbx_clear')
  // The form has folded with the tap. What moves from here on moves by itself.
  await expect(page.getByText(/^[1-9]\d*秒経過$/)).toBeVisible()
  await page.evaluate(watchShifts, false)
  await page.evaluate(noteFirstAnswer)
  release()
  const change = page.locator('[data-answer] [data-kind]')
  await expect(change).toContainText(/前回（\d+月\d+日）は検出 → 今回は検出されませんでした/)
  await expect(change).toHaveAttribute('data-kind', 'better')
  expect(
    await page.evaluate(() => (window as unknown as { noted: { words: string } }).noted.words),
  ).toContain('今回は検出されませんでした')
  await expect(page.locator('main').getByRole('link', { name: logText.h1 })).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  const heading = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  const next = await page.locator('[data-answer]').getByText(resultText.verdict.postsClear(20)).boundingBox()
  const line = await change.boundingBox()
  expect(line?.y).toBeGreaterThan(heading?.y ?? Infinity)
  expect(line?.y).toBeLessThan(next?.y ?? 0)

  await page.reload()
  await expect(page.getByRole('region', { name: logText.earlier.label })).toContainText(
    '今回は検出されませんでした',
  )
})

test('/log shows the checks of an account as dots, with their state in words', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await checkAndKeep(page, 'sbx_search')
  await wereOf(page, 'sbx_clear')
  await checkAndKeep(page, 'sbx_clear')
  await page.addInitScript(watchShifts, true)
  await page.goto('/log')
  const strip = page.getByRole('list', { name: logText.strip.label(2, 2) })
  await expect(strip.getByRole('listitem')).toHaveText([
    /Search Banが検出されました$/,
    /検出されませんでした$/,
  ])
  expect(await shiftsOf(page)).toEqual([])
})

test('nothing moves on /log while it loads with bans and excluded posts', async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const name of ['sbx_clear', 'sbx_search']) await checkAndKeep(page, name)
  await checkPosts(page, [OK, EXCLUDED])
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
  await page.addInitScript(watchShifts, true)
  await page.goto('/log', { waitUntil: 'networkidle' })
  await expect(page.getByText(logText.openBatch)).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
})

/** A friend who follows the link of the steps, answers the first item and copies the message. Gives the message. */
async function friendAnswers(friends: Page, guide: string, answer: string): Promise<string> {
  await friends.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await friends.goto(guide)
  await friends.getByRole('button', { name: answer, exact: true }).first().click()
  await friends.getByRole('button', { name: friend.copyMessage }).click()
  await expect(friends.getByRole('status').filter({ hasText: friend.messageCopied })).toHaveCount(1)
  return await friends.evaluate(() => navigator.clipboard.readText())
}

const linkIn = (message: string) => new URL(/https?:\S+/.exec(message)?.[0] ?? '')

test('a friend’s answer arrives by a link and, after a tap, is recorded beside its item as a friend’s', async ({
  page,
  visit,
}) => {
  await checkAndKeep(page, 'sbx_search_only')
  const friends = await visit()
  const posts: string[] = []
  friends.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(request.url())
  })
  const message = await friendAnswers(
    friends,
    '/?screen_name=sbx_search_only&guide=ghost_ban',
    OBSERVED_ANSWER_TEXTS.unseen,
  )
  expect(message).toContain(`Ghost Ban：${OBSERVED_ANSWER_TEXTS.unseen}`)
  expect(posts).toEqual([])
  expect(await tableOf(friends, 'observations')).toEqual([])

  const { search } = linkIn(message)
  await page.goto(`/${search}`)
  const dialog = page.getByRole('dialog', { name: friend.received.title('sbx_search_only') })
  await expect(dialog).toContainText(OBSERVED_ANSWER_TEXTS.unseen)
  expect(await tableOf(page, 'observations')).toEqual([])
  await dialog.getByRole('button', { name: friend.received.record }).click()
  await expect(dialog).toContainText(observationText.outcome.kept)
  expect(await tableOf(page, 'observations')).toMatchObject([
    { name: 'sbx_search_only', item: 'ghost_ban', friendAnswer: 'unseen' },
  ])
  await dialog.getByRole('button', { name: friend.close }).click()
  await expect(page).toHaveURL(/\?screen_name=sbx_search_only$/)
  const restored = page.getByRole('region', { name: logText.earlier.label })
  await expect(restored).toContainText(`友だちの確認：${OBSERVED_ANSWER_TEXTS.unseen}`)
  await page.goto('/log')
  await expect(page.getByRole('region', { name: '@sbx_search_only' })).toContainText('友だちの確認')
})

test('friend’s link × another account: the answer is recorded for its own account only, and the account on the screen is shown again', async ({
  page,
}) => {
  await checkAndKeep(page, 'sbx_clear')
  const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  await page.goto(`/?screen_name=sbx_search_only&seen=${day}.ghost_ban-seen`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('@sbx_search_only')
  await expect(dialog).not.toContainText('@sbx_clear')
  await dialog.getByRole('button', { name: friend.received.record }).click()
  await dialog.getByRole('button', { name: friend.close }).click()
  await expect(dialog).toHaveCount(0)
  expect(await tableOf(page, 'observations')).toMatchObject([{ name: 'sbx_search_only' }])
  await page.goBack()
  const restored = page.getByRole('region', { name: logText.earlier.label })
  await expect(restored).toContainText('@sbx_clear')
  await expect(restored).not.toContainText('友だちの確認')
})

for (const [kind, search, words] of [
  ['malformed', 'seen=2026-11-27.search_ban-hidden', friend.received.unreadable],
  ['old', 'seen=2026-01-05.search_ban-seen', friend.received.old(30)],
] as const) {
  test(`a friend’s link that is ${kind} says so, and records nothing`, async ({ page }) => {
    await page.goto(`/?screen_name=sbx_clear&${search}`)
    const dialog = page.getByRole('dialog', { name: friend.received.failedTitle })
    await expect(dialog).toContainText(words)
    await expect(dialog.getByRole('button', { name: friend.received.record })).toHaveCount(0)
    await dialog.getByRole('button', { name: friend.close }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
    expect(await tableOf(page, 'observations')).toEqual([])
  })
}

test('a batch is compared with the last one of the same posts, by one press after the check, in the CSV too', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await checkPosts(page, [OK, EXCLUDED, QUOTE])
  await expect(results(page)).toHaveCount(3)
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
  const idOf = (url: string) => url.split('/').at(-1) ?? ''
  await changeRecords(page, 'batches', {
    at: Date.now() - 7 * DAY_MS,
    judged: [
      [idOf(OK), 'excluded'],
      [idOf(EXCLUDED), 'ok'],
      [idOf(GONE), 'ok'],
    ],
  })
  await checkPosts(page, [OK, EXCLUDED, GONE, QUOTE])
  await expect(results(page)).toHaveCount(4)
  await page.getByRole('button', { name: comparisonText.action }).click()
  const compared = page.getByRole('region', { name: comparisonText.title })
  await expect(compared.getByText('1件が検索に戻りました、1件が新たに検索に出なくなりました')).toBeVisible()
  await expect(
    compared.getByRole('list', { name: comparisonText.back(1) }).getByRole('link'),
  ).toHaveAttribute('href', OK)
  await expect(
    compared.getByRole('list', { name: comparisonText.gone(1) }).getByRole('link'),
  ).toHaveAttribute('href', EXCLUDED)
  await expect(compared).toContainText('検索OK → エラー')
  await expect(compared).toContainText(comparisonText.added(1))
  const [head = '', first = ''] = (await saved(page, filesText.csv)).split('\r\n')
  expect(head).toContain(comparisonText.csv.result)
  expect(first).toContain('検索除外')
})

test.describe('a saved batch that is gone', () => {
  test.use({ expectedMessages: [/404/] })

  test('a batch is compared with a saved one whose link is pasted, and the page says what is wrong with other links', async ({
    page,
  }) => {
    await checkPosts(page, [OK])
    await expect(page).toHaveURL(/\/tweetcheck\/history\//)
    const link = page.url()
    await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
    await page.goto('/log')
    await page.getByRole('button', { name: logText.removeAll }).click()
    await expect.poll(() => tableOf(page, 'batches')).toHaveLength(0)
    await checkPosts(page, [OK, EXCLUDED])
    await page.getByRole('button', { name: comparisonText.action }).click()
    const compared = page.getByRole('region', { name: comparisonText.title })
    await expect(compared.getByText(comparisonText.none)).toBeVisible()
    const compare = async (pasted: string) => {
      await compared.getByLabel(comparisonText.link.label).fill(pasted)
      await compared.getByRole('button', { name: comparisonText.link.submit, exact: true }).click()
    }
    await compare(OK)
    await expect(compared.getByText(comparisonText.link.state.invalid)).toBeVisible()
    await compare(`${link.slice(0, -4)}none`)
    await expect(compared.getByText(comparisonText.link.state.failed)).toBeVisible()
    await compare(link)
    await expect(compared.getByText(comparisonText.same)).toBeVisible()
    await expect(compared).toContainText(comparisonText.added(1))
  })
})

const chips = (page: Page) => page.getByRole('group', { name: homeText.label })

test('a tap on a chip shows the stored result of its account and asks the server for nothing; its button checks again; nothing moves when the chips appear', async ({
  visit,
}) => {
  const page = await visit()
  await page.setViewportSize(PHONE)
  for (const name of ['sbx_search', 'sbx_clear']) await checkAndKeep(page, name)
  await page.addInitScript(watchShifts, true)
  await page.goto('/privacy')
  await page.goto('/')
  await expect(chips(page).getByRole('link')).toHaveCount(2)
  expect(await shiftsOf(page)).toEqual([])
  const calls = requestsOf(page)
  await chips(page).getByRole('link', { name: '@sbx_search' }).click()
  const stored = page.getByRole('region', { name: logText.earlier.label })
  await expect(stored.getByRole('heading', { level: 2 })).toContainText('@sbx_search')
  await expect(stored.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(stored.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(/\?screen_name=sbx_search$/)
  expect(calls.filter((call) => call.startsWith('POST '))).toEqual([])
  await stored.getByRole('button', { name: logText.check }).click()
  await expect(page.locator('[data-answer] [data-kind]')).toContainText('前回')
})

test('chips × two tabs × deletion: they disappear in the tab that comes to the front, and one that is still shown leads to the form, filled in', async ({
  page,
  context,
}) => {
  for (const name of ['sbx_search', 'sbx_clear']) await checkAndKeep(page, name)
  await page.goto('/privacy')
  await page.goto('/')
  await expect(chips(page).getByRole('link')).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('/')
  await expect(chips(other).getByRole('link')).toHaveCount(2)
  const log = await context.newPage()
  await log.goto('/log')
  await log.getByRole('button', { name: logText.removeAll }).click()
  await expect.poll(() => tableOf(log, 'checks')).toHaveLength(0)
  // The chip is still on the first page, which has not been told yet.
  await chips(page).getByRole('link', { name: '@sbx_clear' }).click()
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_clear')
  await expect(page.getByRole('region', { name: logText.earlier.label })).toHaveCount(0)
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(chips(other).getByRole('link')).toHaveCount(0)
})
