import type { Page } from '@playwright/test'
import { logText } from '../../src/text/log.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './observe.ts'
import { changeRecords, check, checkAndKeep, holdBack } from './steps.ts'

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
  await expect(change).toContainText(/前回（\d+月\d+日）は検出 → 今回は検出されませんでした/)
  await expect(change).toHaveAttribute('data-kind', 'better')
  expect(
    await page.evaluate(() => (window as unknown as { noted: { words: string } }).noted.words),
  ).toContain('今回は検出されませんでした')
  await expect(page.locator('main').getByRole('link', { name: logText.h1 })).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
  const heading = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  const asked = await page.locator('[data-answer]').getByText('@sbx_clear').first().boundingBox()
  const line = await change.boundingBox()
  expect(line?.y).toBeGreaterThan(heading?.y ?? Infinity)
  expect(line?.y).toBeLessThan(asked?.y ?? 0)

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
