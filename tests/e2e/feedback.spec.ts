import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { toJapanDay } from '../../contract/dates.ts'
import { listenForRequests } from '../../server/http/listen.ts'
import type { ListeningServer } from '../../server/http/listen.ts'
import { loadSite } from '../../server/site/site.ts'
import { guideText } from '../../src/text/guide.ts'
import { howText } from '../../src/text/how.ts'
import {
  feedbackText,
  observationText,
  feedbackItemNames,
  sendFeedbackText,
} from '../../src/text/observations.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { createMemoryStore, testApp } from '../server/testApp.ts'
import { expect, test } from './fixtures.ts'
import { requestsOf, tableOf } from './observe.ts'
import { EXCLUDED, checkPosts } from './postSteps.ts'
import { check } from './steps.ts'

const site = loadSite(join(import.meta.dirname, '../../dist'))
const store = createMemoryStore()
/** Every call comes from an address of its own. */
const addressOf = () => randomUUID()
let server: ListeningServer | undefined

const counting = async () => {
  server ??= await listenForRequests(
    testApp({ site, store, difficulty: 1, feedbackPercent: 1, addressOf }),
    0,
  )
  return server.url
}

test.use({ baseURL: async ({ baseURL }, use) => await use(baseURL && (await counting())) })
// A worker that comes back to this file starts another.
test.afterAll(async () => {
  await server?.drain(0)
  server = undefined
})

const send = (page: Page) => page.getByRole('button', { name: sendFeedbackText.send })
const body = (page: Page) => page.locator('pre')

/** Opens the judged item of the search ban, and in it the steps for looking. */
async function openItem(page: Page): Promise<void> {
  const summary = page.locator('summary').filter({ has: page.locator('b', { hasText: /^Search Ban$/ }) })
  await summary.click()
  await page
    .locator('details')
    .filter({ has: summary })
    .getByText(guideText.see.title, { exact: true })
    .click()
}
const answer = (page: Page, words: string) =>
  page.getByLabel(words, { exact: true }).filter({ visible: true }).check()
const unseen = resultText.ban.search_ban.answers.unseen

/** All that the page keeps in this browser of what was checked and seen, as text. */
async function kept(page: Page): Promise<string> {
  const storage = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
  return JSON.stringify([storage, await tableOf(page, 'checks'), await tableOf(page, 'observations')])
}

test('an observation is sent by a press only, once, exactly as it was shown, and stored nowhere; for posts too, once for each kind in a check', async ({
  page,
}) => {
  const calls = requestsOf(page)
  /** What was told so far, each as shown before. */
  const sent = () =>
    calls
      .filter((call) => /^POST \S+\/api\/agreement /.test(call))
      .map((call) => call.slice(call.indexOf('} {') + 2))
  await page.goto('/')
  await check(page)
  await openItem(page)
  await expect(send(page)).toHaveCount(0)
  await expect(page.getByText(observationText.unsent).filter({ visible: true })).toHaveCount(1)
  await answer(page, unseen)
  await expect(send(page)).toBeVisible()
  for (const words of ['Search Ban', resultText.ban.yes, unseen]) {
    await expect(page.locator('dd').filter({ hasText: words })).toBeVisible()
  }
  await page.getByText(sendFeedbackText.exact).click()
  await expect(body(page)).toBeVisible()
  const shown = await body(page).innerText()
  expect(JSON.parse(shown)).toMatchObject({ item: 'search_ban', verdict: 'affected', seen: 'unseen' })
  expect(sent()).toEqual([])
  await send(page).click()
  await expect(page.getByText(sendFeedbackText.state.sent)).toBeVisible()
  await expect(send(page)).toHaveCount(0)
  await answer(page, resultText.ban.search_ban.answers.seen)
  await expect(page.getByText(sendFeedbackText.state.sent)).toBeVisible()
  await expect(send(page)).toHaveCount(0)
  expect(sent()).toEqual([shown])
  await expect.poll(() => kept(page)).toContain('sbx_search')
  expect(await kept(page)).not.toContain((JSON.parse(shown) as { ticket: string }).ticket)

  calls.length = 0
  await checkPosts(page, [EXCLUDED, EXCLUDED.replace('07', '17')])
  for (const row of [0, 1]) {
    const item = page.locator('li[data-group]').nth(row)
    await item.getByText(postSearchText.see.title, { exact: true }).click()
    await item.getByLabel(postSearchText.see.answers.seen, { exact: true }).check()
    if (row === 1) {
      await expect(item.getByText(sendFeedbackText.state.sent)).toBeVisible()
      continue
    }
    await item.getByText(sendFeedbackText.exact).click()
    const told = await body(page).innerText()
    expect(told).toContain(
      '"item":"post:excluded","verdict":"affected","seen":"seen","viewer":"unstated","method":"post_search"',
    )
    await send(page).click()
    await expect(item.getByText(sendFeedbackText.state.sent)).toBeVisible()
    expect(sent()).toEqual([told])
  }
  expect(sent()).toHaveLength(1)
})

test('/how shows how often observations agree, for items with at least thirty of them', async ({ page }) => {
  const day = toJapanDay(Date.now())
  const method = 'unstated'
  const give = async (item: 'ghost_ban' | 'reply_deboosting', count: number) => {
    for (let index = 0; index < count; index++) {
      const seen = index === 0 ? ('unseen' as const) : ('seen' as const)
      const cell = { day, item, verdict: 'clear' as const, seen, method, viewer: 'unstated' } as const
      const key = `${item} ${index}`
      const times = { cellMs: 1e9, ticketMs: 1e9, networksMs: 1e9 }
      await store.countAnswer({ cell, ticket: key, networks: [{ key, multiplier: 1 }], percent: 1, ...times })
    }
  }
  await give('ghost_ban', 30)
  await give('reply_deboosting', 29)
  await page.goto('/how')
  const card = page.locator('section').filter({ hasText: feedbackText.title })
  await expect(card).toContainText('96%が判定と一致しました（30件の答えのうち29件、95%信頼区間は83〜100%）。')
  await expect(card.locator('dt')).toHaveText([feedbackItemNames.ghost_ban])
  await expect(card).toContainText(feedbackText.caution)
})

test.describe('if the server does not collect feedback', () => {
  test.use({ baseURL: process.env['E2E_URL'] ?? '' })

  test('no feedback is offered and none is sent if the server does not collect it', async ({ page }) => {
    const calls = requestsOf(page)
    await page.goto('/')
    await check(page)
    await openItem(page)
    await answer(page, unseen)
    await expect(page.getByText(guideText.see.outcome.kept)).toBeVisible()
    await expect(page.getByText(observationText.private).filter({ visible: true })).toBeVisible()
    await expect(page.getByText(sendFeedbackText.lead)).toHaveCount(0)
    await checkPosts(page, [EXCLUDED])
    await page.getByText(postSearchText.see.title, { exact: true }).click()
    await answer(page, postSearchText.see.answers.seen)
    await expect(page.getByText(guideText.see.outcome.kept)).toBeVisible()
    await expect(send(page)).toHaveCount(0)
    const told = page.waitForResponse('**/api/capabilities')
    await page.goto('/how')
    await told
    await expect(page.getByRole('heading', { name: howText.questions.title })).toBeVisible()
    await expect(page.getByText(feedbackText.title)).toHaveCount(0)
    expect(calls.filter((call) => call.includes('/api/agreement'))).toEqual([])
  })
})
