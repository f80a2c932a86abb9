import { GROUP_LOOKS } from '../../src/results/groups.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { undoText } from '../../src/text/undo.ts'
import { expect, test } from './fixtures.ts'
import { EXCLUDED, OK, checkPosts, results } from './postSteps.ts'
import { tableOf } from './observe.ts'

/** The words that every sentence about the check before begins with. */
const BEFORE = '前回（'

async function check(page: Page, name: string) {
  // By way of another page: the same address again would bring the answer before back.
  await page.goto('/privacy')
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill(name)
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

async function checkAndKeep(page: Page, name: string) {
  await check(page, name)
  await page.locator('main').getByRole('link', { name: logText.h1 }).waitFor()
}

/** Changes the log behind the page's back, as another version of the site might. */
async function rewriteLog(
  page: Page,
  change: 'hide the bans of the first check' | 'spoil a check' | 'newer version',
) {
  await page.evaluate(async (change) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const log = await done(
      change === 'newer version' ? indexedDB.open('device-log', 99) : indexedDB.open('device-log'),
    )
    if (change !== 'newer version') {
      const checks = log.transaction('checks', 'readwrite').objectStore('checks')
      const [first] = await done(checks.getAll())
      if (change === 'spoil a check') await done(checks.put({ account: 'x', at: 1, bans: 'garbage' }))
      else {
        for (const ban of Object.keys(first.bans)) first.bans[ban] = false
        await done(checks.put(first))
      }
    }
    log.close()
  }, change)
}

test('says what changed since the last check, after a reload and a return of the name in another case', async ({
  page,
}) => {
  await checkAndKeep(page, 'sbx_search')
  await expect(page.getByText(BEFORE)).toHaveCount(0)
  await checkAndKeep(page, 'sbx_search')
  await expect(page.getByText('から変わっていません')).toBeVisible()
  await page.goto('/log')
  await page.getByRole('button', { name: logText.remove }).first().click()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await rewriteLog(page, 'hide the bans of the first check')
  await checkAndKeep(page, 'SBX_SEARCH')
  await expect(page.getByText('から：Search Ban が新たに検出されました')).toBeVisible()
  await page.getByRole('button', { name: text.form.user.another }).click()
  await page.getByLabel(text.form.user.label).fill('')
  await expect(page.locator('datalist option')).toHaveText(['SBX_SEARCH'])
})

test('lists, exports, deletes and brings back, by keyboard alone, and is clean for axe', async ({ page }) => {
  await checkAndKeep(page, 'sbx_mixed')
  await checkAndKeep(page, 'sbx_clear')
  await page.getByRole('link', { name: logText.h1 }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: logText.h1 })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['@sbx_clear', '@sbx_mixed'])
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).press('Enter')
    return await readFile(await (await download).path(), 'utf8')
  }
  expect(JSON.parse(await saved(filesText.json)).checks).toHaveLength(2)
  expect(await saved(filesText.csv)).toMatch(/sbx_mixed,\d{4}-.*検出/)
  await page.getByRole('button', { name: logText.removeAll }).press('Enter')
  await expect(page.getByText(logText.empty)).toBeVisible()
  await expect(page.getByRole('button', { name: undoText.undo })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['@sbx_clear', '@sbx_mixed'])
  await page.getByRole('button', { name: logText.remove }).last().press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['@sbx_clear'])
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['@sbx_clear'])
})

test('lists checks of posts with their verdict and their link, exports, deletes and brings them back', async ({
  page,
}) => {
  await checkPosts(page, [OK, EXCLUDED])
  await expect(page).toHaveURL(/\/tweetcheck\/history\/.+$/)
  const saved = new URL(page.url()).pathname
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
  await page.goto('/log')
  const card = page.getByRole('region', { name: logText.batches })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card).toContainText(GROUP_LOOKS.excluded.finding(1))
  await expect(card).toContainText(logText.sandbox)
  await expect(card.getByRole('link', { name: logText.openBatch })).toHaveAttribute('href', saved)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: filesText.csv }).click()
  const table = await readFile(await (await download).path(), 'utf8')
  expect(table.split('\r\n')[1]).toMatch(
    /^ポストのチェック,\d{4}-\d\d-\d\d \d\d:\d\d,.*\/tweetcheck\/history\//,
  )
  await expect(page.getByRole('status').filter({ hasText: 'の保存を始めました' })).toHaveCount(1)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await card.getByRole('button', { name: logText.remove }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: undoText.undo }).click()
  await card.getByRole('link', { name: logText.openBatch }).click()
  await expect(page.getByRole('heading', { name: text.history.h1 })).toBeVisible()
  await expect(results(page)).toHaveCount(2)
})

test('says that a full disk kept nothing, and shows the result all the same', async ({ page }) => {
  await checkAndKeep(page, 'sbx_clear')
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await check(page, 'sbx_search')
  await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
  await expect(page.getByText(logText.full)).toBeVisible()
})

/** What the log holds of the account that was looked at first. */
const LOGGED = /sbx_search|unseen|見えなかった|search_ban/i

test('nothing of the log leaves the device, not even in another check', async ({ page }) => {
  await page.goto('/')
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push(
      `${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`,
    )
  })
  await checkAndKeep(page, 'sbx_search')
  const summary = page.locator('summary').filter({ hasText: 'Ghost Ban' })
  await summary.click()
  await page.locator('details[open]').getByText(resultText.ban.ghost_ban.answers.unseen).click()
  await expect(page.getByText('あなたの確認：見えなかった').first()).toBeVisible()
  await expect.poll(() => tableOf(page, 'observations')).toHaveLength(1)
  sent.length = 0
  await checkAndKeep(page, 'sbx_clear')
  expect(sent.filter((request) => request.includes('/api/check-by-user'))).toHaveLength(1)
  expect(sent.filter((request) => LOGGED.test(request))).toEqual([])
  sent.length = 0
  await page.getByRole('link', { name: logText.h1 }).first().click()
  await expect(page.getByText('あなたの確認：見えなかった')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: filesText.json }).click()
  await download
  await page.getByRole('button', { name: logText.removeAll }).click()
  await page.getByRole('button', { name: undoText.undo }).click()
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel(logText.keep).uncheck()
  expect(sent.filter((request) => LOGGED.test(request))).toEqual([])
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([])
})
