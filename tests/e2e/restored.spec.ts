import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { checkAndKeep, goBack, hold } from './steps.ts'

const field = (page: Page) => page.getByLabel(text.form.user.label)
const earlier = (page: Page) => page.getByRole('region', { name: logText.earlier.label })
/** The words that every earlier answer carries after its date. */
const DATED = /\d{4}年\d{1,2}月\d{1,2}日 \d{2}時\d{2}分の結果です/

test('a reload brings the name and its last answer back, dated, as invented, and ready to be checked again', async ({
  page,
}) => {
  await checkAndKeep(page, 'sbx_mixed')
  await page.reload()
  await expect(field(page)).toHaveValue('sbx_mixed')
  await expect(earlier(page)).toContainText(DATED)
  await expect(earlier(page)).toContainText('@sbx_mixed')
  await expect(earlier(page)).toContainText(text.sandbox.notice)
  await expect(earlier(page).locator('dt')).toHaveCount(4)
  await expect(earlier(page)).toContainText(/直近のポスト\d+件のうち検索除外\d+件/)
  await earlier(page).getByRole('button', { name: logText.check }).click()
  await expect(page.getByRole('heading', { name: resultText.list.title })).toBeVisible()
  await expect(earlier(page)).toHaveCount(0)
})

test('an earlier answer stands on the way back from another page, and in no new visit', async ({ page }) => {
  await checkAndKeep(page, 'sbx_search')
  await page.goto('/how')
  await goBack(page)
  await expect(field(page)).toHaveValue('sbx_search')
  await page.goto('/how')
  // Another document: what was in memory is gone.
  await page.reload()
  await page.goBack()
  await expect(field(page)).toHaveValue('sbx_search')
  await page.goto('/how')
  await page.goto('/')
  await expect(field(page)).toHaveValue('')
  await page.reload()
  await expect(field(page)).toHaveValue('')
  await expect(earlier(page)).toHaveCount(0)
})

test('what was typed before a reloaded page came to life is kept', async ({ page }) => {
  await checkAndKeep(page, 'sbx_search')
  const release = await hold(page, 'AccountPage-*')
  await page.reload({ waitUntil: 'commit' })
  await field(page).fill('sbx_other')
  release()
  await expect(earlier(page)).toContainText('@sbx_search')
  await expect(field(page)).toHaveValue('sbx_other')
})
