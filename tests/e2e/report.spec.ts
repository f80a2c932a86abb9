import { AxeBuilder } from '@axe-core/playwright'
import { sampleReport } from '../../src/report/sampleReport.ts'
import { filesText } from '../../src/text/files.ts'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { reportText } from '../../src/text/report.ts'
import { expect, test } from './fixtures.ts'

const ANSWER = 'アカウント全体に1種類の制限がありました（2026年7月）'
const file = (words: string) => ({
  name: 'report.json',
  mimeType: 'application/json',
  buffer: Buffer.from(words),
})

test('reads the sample by keyboard alone, says first what matters, and is clean for axe', async ({
  page,
}) => {
  await page.goto('/report')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: reportText.sample }).press('Enter')
  await expect(page.getByRole('heading', { name: ANSWER })).toBeFocused()
  await expect(page.getByText('593件のうち、のべ7件のポストで表示が制限されていました')).toBeVisible()
  await expect(page.getByText(reportText.isSample)).toBeVisible()
  await expect(page.getByText(reportText.scope).last()).toBeVisible()
  for (const summary of await page.locator('summary').all()) await summary.press('Enter')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
})

test.describe('offline once loaded', () => {
  test.use({ expectedMessages: [/ERR_INTERNET_DISCONNECTED/] })

  test('reads a chosen, a dropped and a pasted report, offline, and sends nothing of it @once', async ({
    page,
    context,
  }) => {
    const sent: string[] = []
    await page.goto('/report')
    await page.waitForLoadState('networkidle')
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData()}`))
    await context.setOffline(true)
    const heading = page.getByRole('heading', { name: ANSWER })

    await page.getByLabel(reportText.choose).setInputFiles(file(sampleReport))
    await expect(heading).toBeFocused()

    await page.getByLabel(reportText.choose).setInputFiles(file('<b>no</b>'))
    await expect(page.getByRole('alert')).toContainText(reportText.fault.notReport)
    await expect(heading).toHaveCount(0)

    const dropped = await page.evaluateHandle((words) => {
      const data = new DataTransfer()
      data.items.add(new File([words], 'report.json', { type: 'application/json' }))
      return data
    }, sampleReport)
    await page.getByText(reportText.drop).dispatchEvent('drop', { dataTransfer: dropped })
    await expect(heading).toBeVisible()

    await page.getByText(reportText.paste).click()
    await page
      .getByLabel(reportText.pasteLabel)
      .fill(sampleReport.replace('SpamHighRecall', '<img src=x onerror=alert(1)>'))
    await page.getByRole('button', { name: reportText.read }).click()
    await expect(page.getByText(reportText.unknown)).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: filesText.savePicture }).click()
    expect((await download).suggestedFilename()).toMatch(/^x-report-.*\.png$/)
    // What the page fetches ahead while it is idle are files of the site.
    const files = /^GET (?:blob:\S+ |http:\/\/localhost:\d+\/(?:assets\/[\w.-]+|icon\.svg) )/
    expect(sent.filter((request) => !files.test(request))).toEqual([])
  })
})

test('holds no name in what is shared, unless the visitor adds it @once', async ({ page }) => {
  await page.goto('/report')
  await page.getByRole('button', { name: reportText.sample }).click()
  const share = page.getByRole('link', { name: reportText.share.action })
  const words = async () => new URL((await share.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  expect(await words()).not.toContain('@')
  await page.getByLabel(reportText.share.name).fill('@someone')
  expect(await words()).toContain('@ someone のX公式レポートの結果')
})

test('an undetermined item leads to it, and its tab stays on one line of 320 pixels @once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('sbx_unknown')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.locator('summary').filter({ hasText: 'Ghost Ban' }).click()
  await page.getByRole('link', { name: guideText.report }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: reportText.h1 })).toBeFocused()
  const tab = page.getByRole('link', { name: text.tab.report })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect((await tab.boundingBox())?.height).toBeLessThan(60)
})
