import type { Page } from '@playwright/test'
import { capabilitySentence } from '../../src/text/capabilities.ts'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { viewerText } from '../../src/text/observations.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { isPrefetched, requestsOf } from './observe.ts'
import { startSite } from './startServer.ts'
import { check, observed, savedFile } from './steps.ts'

const { guided, see, friend } = guideText
const { answers } = resultText.ban.search_suggestion_ban
const replyAnswers = resultText.ban.ghost_ban.answers

/** Begins a guided check, goes to X from its first step, and comes back. Returns X's address. */
async function begin(page: Page): Promise<string> {
  await page.context().route('https://x.com/**', (route) => route.fulfill({ body: 'X' }))
  await page.goto('/')
  await check(page, 'sbx_search_only')
  await page.getByRole('button', { name: guided.start(3) }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  const opening = page.waitForEvent('popup')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: resultText.ban.search_suggestion_ban.link })
    .click()
  const opened = await opening
  await opened.waitForURL('https://x.com/**')
  const url = opened.url()
  await opened.close()
  return url
}

test('a guided check leads through the items that were not judged, and its answers are shown beside our verdict without changing it', async ({
  page,
}) => {
  await begin(page)
  const card = page.getByRole('dialog')
  const sent = requestsOf(page)
  await expect(card.getByRole('heading')).toContainText('Search Suggestion Ban')
  await expect(card.getByText(guided.progress(1, 3))).toBeVisible()
  await card.getByRole('button', { name: answers.seen, exact: true }).click()
  await expect(card.getByRole('heading')).toContainText('Ghost Ban')
  await expect(card.locator('a, button')).toHaveCount(5)
  await card.getByRole('button', { name: replyAnswers.unseen, exact: true }).click()
  await expect(card.getByRole('heading')).toContainText('Reply Deboosting')
  await expect(card.locator('a, button')).toHaveCount(5)
  await card.getByRole('button', { name: replyAnswers.unseen, exact: true }).click()
  await card.getByRole('button', { name: guided.restart }).click()
  await expect(card.getByRole('button', { name: answers.seen, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await card.getByRole('button', { name: answers.unseen }).click()
  await card.getByRole('button', { name: replyAnswers.seen, exact: true }).click()
  await card.getByRole('button', { name: replyAnswers.unseen, exact: true }).click()
  await expect(card.getByRole('heading', { name: guided.end })).toBeFocused()
  await expect(card.getByText(see.outcome.kept)).toBeVisible()
  await expect(card.getByText(guided.meaning.unseen)).toHaveCount(2)
  // Whether the answers are recorded is said once.
  await expect(card.getByText('記録')).toHaveCount(1)
  const { name, bytes } = await savedFile(card, guideText.plan.calendar)
  expect(name).toMatch(/^shadowban-plan-\d{8}-\d{6}\.ics$/)
  const lines = bytes.toString().replace(/\r\n /g, '')
  expect(lines).toContain('に見え方を確かめました。')
  expect(lines).not.toContain('検出')
  await expect(card.getByText(guideText.plan.saved)).toBeVisible()
  await card.getByRole('button', { name: guided.close }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('button', { name: guided.again })).toBeFocused()
  const row = page.locator('summary').filter({ hasText: 'Search Suggestion Ban' })
  await expect(row).toContainText(observed(answers.unseen))
  await expect(row).toContainText(resultText.ban.unknown)
  await expect(page.getByRole('heading', { name: resultText.verdict.inSearch })).toBeVisible()
  expect(sent.filter((url) => !isPrefetched(url))).toEqual([])
})

test('an answer copies a message for a friend with X’s own pages and their questions, and what the friend saw is recorded as theirs; the next steps are folded until it was not visible', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await check(page, 'sbx_search_only')
  await page.getByRole('button', { name: friend.action }).click()
  await expect(page.getByRole('status').filter({ hasText: friend.copied })).toHaveCount(1)
  const message = await page.evaluate(() => navigator.clipboard.readText())
  expect(message).toContain('@ sbx_search_only')
  for (const ban of ['search_suggestion_ban', 'ghost_ban', 'reply_deboosting'] as const) {
    const { page: where, question } = resultText.ban[ban]
    expect(message).toContain(`\n${where('sbx_search_only')}\n`)
    expect(message).toContain(question('sbx_search_only'))
  }
  const item = page.locator('details').filter({ hasText: 'Search Suggestion Ban' }).first()
  const row = item.locator('summary').first()
  await row.click()
  const steps = page.getByText(guideText.next.search.lead).filter({ visible: true })
  await expect(page.getByText(guideText.next.title).filter({ visible: true })).toBeVisible()
  await expect(steps).toHaveCount(0)
  await item.getByLabel(answers.seen, { exact: true }).check()
  await expect(page.getByText(see.outcome.kept).filter({ visible: true })).toHaveCount(1)
  await expect(steps).toHaveCount(0)
  await item.getByLabel(viewerText.question).selectOption('friend')
  await item.getByLabel(answers.unseen, { exact: true }).check()
  await expect(row).toContainText(observed(answers.unseen, 'friend'))
  await expect(steps).toBeVisible()
  await page.goto('/log')
  await expect(page.getByRole('region', { name: '@sbx_search_only' })).toContainText(
    observed(answers.unseen, 'friend'),
  )
})

test.describe('a server that can judge nothing', () => {
  test.use({ expectedMessages: [/503/] })

  test('a server that can judge nothing promises the guide to all four items, and gives it after its refusal', async ({
    page,
  }) => {
    // Without a token of X, account checks are refused, and X is not asked.
    const site = await startSite({ UPSTREAM: 'x', X_JUDGE: 'none' })
    await page.goto(site.url)
    await expect(page.getByText(capabilitySentence({ bans: [], posts: 'visibility' }))).toBeVisible()
    await check(page, 'someone')
    const refusal = page.getByRole('alert').filter({ hasText: text.alert.operator })
    await expect(refusal).toBeVisible()
    await page.getByRole('button', { name: guided.start(4) }).click()
    const card = page.getByRole('dialog')
    await expect(card.getByRole('heading')).toContainText('Search Suggestion Ban')
    await expect(card.getByText(guided.progress(1, 4))).toBeVisible()
    await card.getByRole('button', { name: answers.seen, exact: true }).click()
    await card.getByRole('button', { name: replyAnswers.unseen }).click()
    await card.getByRole('button', { name: replyAnswers.seen, exact: true }).click()
    await card.getByRole('button', { name: resultText.ban.reply_deboosting.answers.unseen }).click()
    await expect(card.getByRole('heading', { name: guided.end })).toBeFocused()
    await expect(card.getByText(see.outcome.kept)).toBeVisible()
    await card.getByRole('button', { name: guided.close }).click()
    await expect(card).toHaveCount(0)
    await expect(refusal).toBeVisible()
    await site.stop()
  })
})
