import type { Page } from '@playwright/test'
import { sampleReport } from '../../src/report/summary.ts'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { reportText } from '../../src/text/report.ts'
import { undoText } from '../../src/text/undo.ts'
import { dropFile, jsonFile, saved, savedFile } from './steps.ts'
import { fetched, filesFrom, requestsOf } from './observe.ts'
import { expect, test } from './fixtures.ts'

const ANSWER = 'アカウント全体に1種類の制限がありました（2026年7月）'
const file = (words: string) => jsonFile('report.json', words)

test('a link on the first screen of the home page on a phone leads to the page for reports', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const link = page.getByRole('main').getByRole('link', { name: text.report })
  await expect(link).toBeInViewport({ ratio: 1 })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: reportText.h1 })).toBeFocused()
})

test.describe('offline once loaded', () => {
  test.use({ expectedMessages: [/ERR_INTERNET_DISCONNECTED/] })

  test('a chosen, a dropped and a pasted report are read offline, the page says what matters first, and sends nothing of it', async ({
    page,
    context,
  }) => {
    const files = filesFrom(page)
    await page.goto('/report')
    await fetched(page, files, 'AccountPage')
    await fetched(page, files, 'ReportShare')
    const sent = requestsOf(page)
    await context.setOffline(true)
    const heading = page.getByRole('heading').filter({ hasText: ANSWER })

    await page.getByLabel(reportText.choose).setInputFiles(file(sampleReport))
    await expect(heading).toBeFocused()
    await expect(page.getByText('593件のポストのうち、のべ7件で表示が制限されていました')).toBeVisible()
    await expect(page.getByText(reportText.scope).last()).toBeVisible()

    await page.getByLabel(reportText.choose).setInputFiles(file('<b>no</b>'))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(reportText.failure.notReport)
    await expect(alert.getByRole('heading')).toBeFocused()
    await expect(heading).toBeVisible()

    await dropFile(page, sampleReport)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(heading).toBeFocused()

    await page.getByRole('button', { name: reportText.another(false) }).click()
    await page.getByText(reportText.paste).click()
    await page
      .getByLabel(reportText.pasteLabel)
      .fill(sampleReport.replace('SpamHighRecall', '<img src=x onerror=alert(1)>'))
    await page.getByRole('button', { name: reportText.read }).click()
    await expect(page.getByText(reportText.unknown)).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)

    expect((await savedFile(page, filesText.savePicture)).name).toMatch(/^x-report-.*\.png$/)
    // What the page fetches ahead while it is idle are files of the site.
    const harmless = /^GET (?:blob:\S+ |http:\/\/localhost:\d+\/(?:assets\/[\w.-]+|icon\.svg) )/
    expect(sent.filter((request) => !harmless.test(request))).toEqual([])
  })
})

test('the sample report is marked as invented and cannot be shared, and a real report can; a long pasted text is read at once', async ({
  page,
}) => {
  const share = page.getByRole('link', { name: reportText.share.about })
  await page.goto('/report')
  await page.getByLabel(reportText.choose).setInputFiles(file(sampleReport))
  await expect(share).toHaveAttribute('href', /593/)
  await expect(page.getByText(reportText.isSample)).toHaveCount(0)
  await page.getByRole('button', { name: reportText.another(false) }).click()
  await page.getByRole('button', { name: reportText.sample }).press('Enter')
  await expect(page.getByRole('heading').filter({ hasText: ANSWER })).toBeFocused()
  await expect(page.getByText(reportText.isSample)).toBeVisible()
  await expect(share).toHaveCount(0)
  await page.getByRole('button', { name: reportText.another(true) }).click()
  await page.getByText(reportText.paste).click()
  const field = page.getByLabel(reportText.pasteLabel)
  const paste = (words: string) =>
    field.evaluate((target, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return target.dispatchEvent(event)
    }, words)
  expect(await paste(sampleReport)).toBe(true)
  expect(await paste(`${'words '.repeat(50_000)}\n${sampleReport}`)).toBe(false)
  await expect(page.getByRole('heading').filter({ hasText: ANSWER })).toBeVisible()
  expect(await paste('period '.repeat(1_500_000))).toBe(false)
  await expect(page.getByRole('alert')).toContainText(reportText.failure.tooLarge)
  await expect(field).toHaveValue('')
})

test('on a phone the form is folded above the result, keeps what was pasted, and opens again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/report')
  await page.getByText(reportText.paste).click()
  const field = page.getByLabel(reportText.pasteLabel)
  await field.fill(sampleReport)
  await page.getByRole('button', { name: reportText.read }).click()
  const answer = page.getByRole('heading').filter({ hasText: ANSWER })
  await expect(answer).toBeFocused()
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(field).toBeHidden()
  const open = page.getByRole('button', { name: reportText.another(false) })
  await expect(open).toBeInViewport({ ratio: 1 })

  await open.press('Enter')
  await expect(page.getByLabel(reportText.choose)).toBeFocused()
  await expect(field).toHaveValue(sampleReport)
  await expect(answer).toBeVisible()
  await page.getByRole('button', { name: reportText.read }).click()
  await expect(answer).toBeFocused()
  await expect(field).toBeHidden()

  await page.getByRole('link', { name: logText.h1 }).first().click()
  await page.getByRole('heading', { level: 1, name: logText.h1 }).waitFor()
  await page.goBack()
  await expect(answer).toBeVisible()
  await expect(open).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(reportText.choose)).toBeEnabled()
  await expect(answer).toHaveCount(0)
  await expect(open).toHaveCount(0)
})

const months = (page: Page) => page.getByRole('region', { name: reportText.months.title })
const AUGUST = sampleReport
  .replaceAll('2026-07', '2026-08')
  .replace('SpamHighRecall', 'Compromised')
  .replace('"posts":5', '"posts":30')

async function readMonth(page: Page, words: string, answer: string) {
  await page.getByLabel(reportText.choose).setInputFiles(file(words))
  await page.getByRole('heading').filter({ hasText: answer }).waitFor()
}

test('months of reports are stored if the visitor wants it, compared, exported and deleted, and nothing of them is sent', async ({
  page,
}) => {
  const august = ANSWER.replace('7月', '8月')
  await page.goto('/report')
  const sent = requestsOf(page)
  const items = months(page).locator('ol > li')
  const keep = page.getByLabel(reportText.months.keep)
  // Before a report was read, nothing is said about months.
  await expect(keep).toBeHidden()
  await page.getByRole('button', { name: reportText.sample }).click()
  await page.getByRole('heading').filter({ hasText: ANSWER }).waitFor()
  await expect(keep).toBeHidden()
  await readMonth(page, sampleReport, ANSWER)
  await expect(keep).toBeEnabled()
  await expect(keep).not.toBeChecked()
  await keep.check()
  await expect(items).toHaveCount(1)
  await readMonth(page, AUGUST, august)
  await expect(items).toHaveCount(2)
  await page.reload()
  await expect(keep).toBeChecked()
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('2026年8月アカウント：制限1種類ポスト：のべ32件（593件のうち）')
  await expect(items.first()).toContainText('2026年7月から：アカウントに「第三者による乗っ取り」が付きました')
  await months(page).getByText(reportText.months.charts).click()
  await expect(months(page).getByRole('table').first().getByRole('row')).toHaveText([
    '2026年8月32件',
    '2026年7月7件',
  ])
  expect(JSON.parse(await saved(months(page), filesText.json))).toMatchObject({
    version: 1,
    reports: [{ month: '2026-08' }, { month: '2026-07' }],
  })
  expect(await saved(months(page), filesText.csv)).toContain(
    '2026-08,593,アカウント,Compromised,第三者による乗っ取り,5,',
  )

  await months(page).getByRole('button', { name: logText.removeAll }).press('Enter')
  await expect(items).toHaveCount(0)
  await expect(months(page).getByRole('button', { name: undoText.undo })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(items).toHaveCount(2)
  // The words, and no sign that stands for failure elsewhere.
  await items.last().locator('summary').press('Enter')
  await expect(items.last().getByRole('button')).toHaveText(reportText.months.remove)
  await items.last().getByRole('button', { name: reportText.months.remove }).press('Enter')
  await expect(items).toHaveCount(1)
  await page.reload()
  await expect(items).toHaveText([/2026年8月/])
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([])
  // The server's port is no word of a report.
  const words = sent.map((request) => request.replaceAll(/localhost:\d+/g, ''))
  expect(words.filter((request) => /2026-0|\b593\b|high.?recall|compromised/i.test(request))).toEqual([])
})

test('a pasted text that is no report marks its field, with the message as its description, until it is changed', async ({
  page,
}) => {
  await page.goto('/report')
  await page.locator('summary').filter({ hasText: reportText.paste }).click()
  const field = page.getByLabel(reportText.pasteLabel)
  await field.fill('{"a": 1}')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await page.getByRole('button', { name: reportText.read, exact: true }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(reportText.failure.notReport)
  await field.fill('{"a": 2}')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
})
