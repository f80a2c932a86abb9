import type { Page } from '@playwright/test'
import { comparisonText } from '../../src/text/comparison.ts'
import { filesText } from '../../src/text/files.ts'
import { homeText } from '../../src/text/home.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { requestsOf, shiftsOf, tableOf, watchShifts } from './observe.ts'
import { EXCLUDED, GONE, OK, QUOTE, checkPosts, results } from './postSteps.ts'
import { BEFORE, changeRecords, check, checkAndKeep, holdBack, keptAnswer, saved } from './steps.ts'

const { state, sentence } = logText.transition
/** The sentence that says that a ban is gone, up to the date of the last check. */
const [LIFTED = ''] = sentence('#', 'Search Ban', state.found(), state.clear()).split('#')

// What a visitor comes back for: whether a ban is still found, and what has changed since the last check.

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
  await expect(change).toContainText(new RegExp(`${LIFTED}\\d+月\\d+日）`))
  await expect(change).toHaveAttribute('data-kind', 'better')
  expect(
    await page.evaluate(() => (window as unknown as { noted: { words: string } }).noted.words),
  ).toContain(LIFTED)
  await expect(keptAnswer(page)).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  const heading = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  const next = await page
    .locator('[data-answer]')
    .getByText(resultText.verdict.postsClear(resultText.verdict.allPosts(20, false)))
    .boundingBox()
  const line = await change.boundingBox()
  expect(line?.y).toBeGreaterThan(heading?.y ?? Infinity)
  expect(line?.y).toBeLessThan(next?.y ?? 0)

  await page.reload()
  await expect(page.getByRole('region', { name: logText.earlier.label })).toContainText(LIFTED)
})

test('/log shows the checks of an account as dots, with their state in words, and nothing moves while it loads with bans and excluded posts', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await checkAndKeep(page, 'sbx_search')
  await wereOf(page, 'sbx_clear')
  await checkAndKeep(page, 'sbx_clear')
  await checkAndKeep(page, 'sbx_clear')
  await checkPosts(page, [OK, EXCLUDED])
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
  await page.addInitScript(watchShifts, true)
  await page.goto('/log', { waitUntil: 'networkidle' })
  await expect(page.getByText(logText.openBatch)).toBeVisible()
  const strip = page.getByRole('list', { name: logText.strip.label(3, 3) })
  await expect(strip.getByRole('listitem')).toHaveText([
    new RegExp(`${resultText.verdict.foundOf(['Search Ban'])}$`),
    new RegExp(`${resultText.verdict.none}$`),
    new RegExp(`${resultText.verdict.none}$`),
  ])
  expect(await shiftsOf(page)).toEqual([])
})

test('each post of a batch is compared with the last time that the device checked it, in the CSV and in the saved result too', async ({
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
  const { back, gone, incomparable, added, listed, csv } = comparisonText
  const change = page.locator('[data-kind]').filter({ hasText: listed([back(1), gone(1), incomparable(1)]) })
  await expect(change).toContainText(added(1))
  await expect(results(page).first()).toContainText(/前回（.*）は検索除外でした。/)
  await expect(results(page).nth(1)).toContainText(/前回（.*）は検索OKでした。/)
  const [head = '', first = ''] = (await saved(page, filesText.csv)).split('\r\n')
  expect(head).toContain(csv.result)
  expect(first).toContain(resultText.badge.excluded)
  await page.reload()
  await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
  await expect(change).toBeVisible()
})

const chips = (page: Page) => page.getByRole('group', { name: homeText.label })

test('a tap on a chip shows the stored result of its account and asks the server for nothing; its button checks again; nothing moves when the chips appear; after a deletion in another tab they lead to the form, and disappear in the tab that comes to the front', async ({
  page,
  context,
}) => {
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
  await expect(stored).toContainText('@sbx_search')
  await expect(stored.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(stored.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(/\?screen_name=sbx_search$/)
  expect(calls.filter((call) => call.startsWith('POST '))).toEqual([])
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.locator('[data-answer] [data-kind]')).toContainText(BEFORE)

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
