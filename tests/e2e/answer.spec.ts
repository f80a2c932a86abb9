import { GROUP_STYLES } from '../../src/results/groups.ts'
import type { Page } from '@playwright/test'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { EXCLUDED, OK, checkPosts } from './postSteps.ts'
import { check, goBack, keptAnswer, observed, savedFile, tabTo } from './steps.ts'
import { tableOf } from './observe.ts'

/** What has the focus, in a few words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return `${activeElement?.tagName ?? ''} ${activeElement?.textContent?.slice(0, 40) ?? ''}`
  })

/** Goes to the first such control that is shown, with Tab alone. */
const tabToNamed = (page: Page, name: string | RegExp, role: 'link' | 'radio' | 'button') =>
  tabTo(page, page.getByRole(role, { name }).filter({ visible: true }).first())

test('a batch scrolls its progress and its verdict into the window of a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.route('**/api/check-batch', async (route) => {
    await expect(page.getByRole('button', { name: text.action.cancel })).toBeInViewport()
    await route.continue()
  })
  await checkPosts(page, [OK, EXCLUDED])
  const verdict = page.getByRole('heading', { name: GROUP_STYLES.excluded.finding(1) })
  await expect(verdict).toBeFocused()
  await expect(verdict).toBeInViewport({ ratio: 1 })
})

test('the focus is never lost, from the start of a check to its cancel, failure and retry', async ({
  page,
}) => {
  await page.route('**/api/check-by-user', () => undefined)
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('hy-phen')
  const submit = page.getByRole('button', { name: text.form.user.submit })
  await submit.click()
  await expect(page.getByLabel(text.form.user.label)).toBeFocused()
  await check(page, 'sbx_clear')
  await expect(page.getByText(text.phase.server).last()).toBeVisible()
  await expect.poll(() => focused(page)).not.toMatch(/^BODY/)
  await page.getByRole('button', { name: text.action.cancel }).click()
  await expect(submit).toBeFocused()
  await page.unroute('**/api/check-by-user')
  await page.route('**/api/generate-keyvalue', (route) =>
    route.fulfill({ json: { key: 'a'.repeat(48), value: -1 } }),
  )
  await submit.click()
  await expect(page.getByRole('heading', { name: text.alert.title })).toBeFocused()
  await expect(page.getByText(text.alert.proof)).toBeVisible()
  await page.unroute('**/api/generate-keyvalue')
  await page.getByRole('button', { name: text.action.retry }).click()
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeFocused()
  await page.getByRole('link', { name: text.tab.post }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: text.tab.account, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the whole result is on the first screen of a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await check(page, 'sbx_mixed')
  const share = page.getByRole('link', { name: resultText.share.account })
  await expect(share).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('with a keyboard alone one can open an item, follow its steps, answer, and find the next steps', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel(text.form.user.label).focus()
  await page.keyboard.type('＠sbx_search')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })).toBeFocused()
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_search')
  const item = page.locator('summary').filter({ has: page.locator('b', { hasText: /^Search Ban$/ }) })
  await tabTo(page, item)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/直近7日間のポスト20件が、検索で1件も見つかりませんでした/)).toBeVisible()
  await expect(page.getByText(resultText.ban.search_ban.about)).toBeVisible()
  await tabTo(page, page.locator('details[open] summary').filter({ hasText: guideText.see.title }))
  await page.keyboard.press('Enter')
  await tabToNamed(page, resultText.ban.search_ban.link, 'link')
  const sight = page.getByRole('link', { name: resultText.ban.search_ban.link })
  await expect(sight).toHaveAttribute('href', 'https://x.com/search?q=from%3Asbx_search&f=live')
  await expect(page.getByRole('group', { name: resultText.ban.search_ban.question('') })).toBeVisible()
  await tabToNamed(page, resultText.ban.search_ban.answers.seen, 'radio')
  await page.keyboard.press('ArrowRight')
  await expect(item).toContainText(observed(resultText.ban.search_ban.answers.unseen))
  await expect(item).toContainText(resultText.ban.yes)
  await expect(page.getByText(guideText.see.outcome.kept)).toBeVisible()
  await tabToNamed(page, guideText.plan.help.search, 'link')
})

test('a found ban has a plan with a date, and a file for the calendar', async ({ page }) => {
  await page.goto('/')
  await check(page, 'sbx_search')
  await expect(page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })).toBeFocused()
  const item = page.locator('#plan')
  await expect(item.getByRole('checkbox')).toHaveCount(2)
  await keptAnswer(page).waitFor()
  await item.getByRole('checkbox').first().check()
  const { name, bytes } = await savedFile(item, guideText.plan.calendar)
  expect(name).toMatch(/^shadowban-plan-\d{8}-\d{6}\.ics$/)
  const lines = bytes.toString().replace(/\r\n /g, '').split('\r\n')
  expect(lines).toContain(`URL:${new URL('/?screen_name=sbx_search', page.url()).href}`)
  await expect(item.getByText(guideText.plan.saved)).toBeVisible()
  // Beside the plan, the visitor can look for themselves.
  await item.getByRole('button', { name: guideText.see.title }).click()
  const guide = page.getByRole('dialog')
  await expect(guide.getByRole('heading')).toContainText('Search Ban')
  await guide.getByRole('button', { name: guideText.guided.leave }).click()
  await expect.poll(() => tableOf(page, 'checks')).toMatchObject([{ ticks: [expect.any(String)] }])
  await page.reload()
  const earlier = page.getByRole('region', { name: logText.earlier.label })
  await expect(earlier.getByRole('checkbox').first()).toBeChecked()
  await earlier.getByRole('checkbox').nth(1).check()
  const both = { ticks: [expect.any(String), expect.any(String)] }
  await expect.poll(() => tableOf(page, 'checks')).toMatchObject([both])
})

test('found bans show the way to their short plan beside the verdict, and Back returns to the verdict on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await check(page, 'sbx_all_bans')
  const verdict = page.getByRole('heading', { name: resultText.verdict.found(4) })
  await expect(verdict).toBeFocused()
  const way = page.getByRole('link', { name: guideText.plan.goTo })
  const calendar = page.getByRole('button', { name: guideText.plan.calendar })
  await expect(way).toBeInViewport({ ratio: 1 })
  await expect(calendar).not.toBeInViewport({ ratio: 1 })
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await way.click()
  await expect(calendar).toBeInViewport({ ratio: 1 })
  const plan = page.locator('#plan')
  await expect(plan.getByRole('checkbox').first()).toBeInViewport({ ratio: 1 })
  expect((await plan.boundingBox())?.height).toBeLessThanOrEqual(300)
  await goBack(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await check(page, 'sbx_clear')
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeFocused()
  await expect(way).toHaveCount(0)
})

for (const link of [guideText.plan.goTo, text.site]) {
  test(`Back returns to a result whose link 「${link}」 was followed as soon as it was drawn`, async ({
    page,
  }) => {
    await page.goto('/')
    await check(page, 'sbx_search')
    const verdict = page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })
    await verdict.waitFor()
    await page.getByRole('link', { name: link }).first().click()
    await expect(page).toHaveURL(/#plan$|[/]$/)
    if (link === guideText.plan.goTo)
      await expect(page.getByRole('heading', { name: guideText.plan.title })).toBeInViewport()
    await page.goBack()
    await expect(page).toHaveURL(/[?]screen_name=sbx_search$/)
    await expect(verdict).toBeInViewport({ ratio: 1 })
  })
}

test('a link to the plan that is followed in the very moment in which the plan is drawn leads to it', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#plan')) return
      observer.disconnect()
      document.querySelector<HTMLElement>('[href="#plan"]')?.click()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await check(page, 'sbx_search')
  await expect(page).toHaveURL(/#plan$/)
  await expect(page.getByRole('heading', { name: guideText.plan.title })).toBeInViewport()
})

test('an answer that is given in the very moment in which the items appear stays, and is stored for its account', async ({
  page,
}) => {
  await page.goto('/')
  const { unseen } = resultText.ban.search_ban.answers
  await page.evaluate(
    ([name, words]) => {
      new MutationObserver((_, observer) => {
        const item = [...document.querySelectorAll('details')].find(
          (details) => details.querySelector('b')?.textContent === name,
        )
        const answers = [...(item?.querySelectorAll('label') ?? [])]
        const answer = answers.find(({ textContent }) => textContent?.trim() === words)
        if (!answer) return
        observer.disconnect()
        answer.click()
      }).observe(document.body, { childList: true, subtree: true })
    },
    [resultText.ban.search_ban.name, unseen],
  )
  const item = page.locator('summary').filter({ has: page.locator('b', { hasText: /^Search Ban$/ }) })
  await check(page, 'sbx_search')
  await expect(item).toContainText(observed(unseen))
  await item.click()
  await page.locator('details[open] summary').filter({ hasText: guideText.see.title }).click()
  await expect(page.getByText(guideText.see.outcome.kept)).toBeVisible()
  await page.reload()
  await check(page, 'SBX_search')
  await expect(item).toContainText(observed(unseen))
})
