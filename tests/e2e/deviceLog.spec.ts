import { GROUP_STYLES } from '../../src/results/groups.ts'
import { filesText } from '../../src/text/files.ts'
import { guideText } from '../../src/text/guide.ts'
import { logText } from '../../src/text/log.ts'
import { resultText } from '../../src/text/result.ts'
import { undoText } from '../../src/text/undo.ts'
import { expect, test } from './fixtures.ts'
import { EXCLUDED, OK, checkPosts, results } from './postSteps.ts'
import { requestsOf, tableOf } from './observe.ts'
import { check, checkAndKeep, jsonFile, observed, saved } from './steps.ts'

test('the page says that a full disk stored nothing, and shows the result all the same', async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto('/')
  await check(page, 'sbx_search')
  await expect(page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })).toBeVisible()
  await expect(page.getByText(logText.fault.full)).toBeVisible()
})

test('delete all on /log × measurements of /pow: they are named, deleted and restored with the log', async ({
  page,
}) => {
  await page.goto('/pow?difficulty=1&trials=30&lanes=1&range=64&autostart=1')
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(1)
  await page.goto('/log')
  await expect(page.getByRole('link', { name: logText.measurements(1) })).toBeVisible()
  await page.getByRole('button', { name: logText.removeAll }).click()
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(0)
  await page.getByRole('button', { name: undoText.undo }).click()
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(1)
})

test('the log begins with its records, its buttons begin where its text begins, and it is read back from its own file, which undo takes away again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await checkAndKeep(page, 'sbx_search')
  await page.goto('/log')
  const record = page.getByRole('listitem').filter({ hasText: 'Search Ban' }).first()
  await expect(record).toBeVisible()
  expect((await record.boundingBox())?.y).toBeLessThanOrEqual(200)

  await page.setViewportSize({ width: 320, height: 640 })
  const card = page.getByRole('region', { name: logText.settings })
  await card.getByRole('button', { name: logText.removeAll }).waitFor()
  const textOfLog = await card.getByText(logText.lead).boundingBox()
  /** Returns the left edges of the buttons that begin a line, and how far from its edge the text of each is, in pixels. */
  const starts = () =>
    card.locator('button, [data-button]').evaluateAll((buttons) => {
      const boxes = buttons.map((button) => ({
        left: button.getBoundingClientRect().left,
        top: button.getBoundingClientRect().top,
        inset: Number.parseFloat(getComputedStyle(button).paddingLeft) + 1,
      }))
      return boxes.filter(({ top }, index) => index === 0 || top !== boxes[index - 1]?.top)
    })
  const lines = await starts()
  expect(lines.length).toBeGreaterThan(1)
  for (const { left, inset } of lines) expect(Math.abs(left + inset - (textOfLog?.x ?? 0))).toBeLessThan(2)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const { left } of await starts()) expect(left).toBeCloseTo(textOfLog?.x ?? 0, 0)

  const file = jsonFile('shadowban-log.json', await saved(page, filesText.json))
  await page.getByRole('button', { name: logText.removeAll }).click()
  await expect(page.getByText(logText.empty.whileOn)).toBeVisible()
  const picker = page.getByLabel(logText.file.restore)
  await picker.setInputFiles(jsonFile('notes.json', '{}'))
  await expect(page.getByText(logText.file.isOther)).toBeVisible()
  await picker.setInputFiles(file)
  await expect(page.getByRole('status').filter({ hasText: logText.file.restored(1) })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '@sbx_search' })).toBeVisible()
  await page.getByRole('button', { name: undoText.undo }).click()
  await expect(page.getByText(logText.empty.whileOn)).toBeVisible()
  await picker.setInputFiles(file)
  await picker.setInputFiles(file)
  await expect(page.getByText(logText.file.same)).toBeVisible()
})

const UNSEEN = observed(resultText.ban.ghost_ban.answers.unseen)

/** What the log holds, but for the account that is checked last. */
const LOGGED = /sbx_search|unseen|見えなかった|search_ban/i

test('the log lists, exports, deletes and restores checks of accounts and posts, by keyboard alone, and nothing of them leaves the device', async ({
  page,
}) => {
  const sent = requestsOf(page)
  await checkPosts(page, [OK, EXCLUDED])
  await expect(page).toHaveURL(/\/tweetcheck\/history\/.+$/)
  const link = new URL(page.url()).pathname
  await expect.poll(() => tableOf(page, 'batches')).toHaveLength(1)
  await checkAndKeep(page, 'sbx_search')
  await page.locator('summary').filter({ hasText: 'Ghost Ban' }).click()
  await page.locator('details[open] summary').filter({ hasText: guideText.see.title }).click()
  await page.locator('details[open]').getByText(resultText.ban.ghost_ban.answers.unseen).click()
  await expect(page.getByText(UNSEEN).first()).toBeVisible()
  await expect.poll(() => tableOf(page, 'observations')).toHaveLength(1)
  sent.length = 0
  await checkAndKeep(page, 'sbx_clear')
  expect(sent.filter((request) => request.includes('/api/check-by-user'))).toHaveLength(1)
  expect(sent.filter((request) => LOGGED.test(request))).toEqual([])
  sent.length = 0

  await page.getByRole('link', { name: logText.h1 }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: logText.h1 })).toBeFocused()
  const headings = page.getByRole('heading', { level: 2, name: /^@/ })
  await expect(headings).toHaveText(['@sbx_clear', '@sbx_search'])
  await expect(page.getByText(UNSEEN)).toBeVisible()
  const card = page.getByRole('region', { name: logText.batches })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card).toContainText(GROUP_STYLES.excluded.finding(1))
  await expect(card).toContainText(logText.sandbox)
  await expect(card.getByRole('link', { name: logText.openBatch })).toHaveAttribute('href', link)
  expect(JSON.parse(await saved(page, filesText.json)).checks).toHaveLength(2)
  const table = await saved(page, filesText.csv)
  expect(table).toMatch(/sbx_search,\d{4}-.*検出/)
  expect(table).toMatch(/^ポストのチェック,\d{4}-\d\d-\d\d \d\d:\d\d,.*\/tweetcheck\/history\//m)
  await expect(page.getByRole('status').filter({ hasText: 'の保存を始めました' })).toHaveCount(2)

  await page.getByRole('button', { name: logText.removeAll }).press('Enter')
  await expect(page.getByText(logText.empty.whileOn)).toBeVisible()
  await expect(page.getByRole('button', { name: undoText.undo })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(headings).toHaveText(['@sbx_clear', '@sbx_search'])
  const remove = page
    .getByRole('region', { name: '@sbx_search' })
    .getByRole('button', { name: logText.remove })
  await remove.press('Enter')
  await expect(page.getByText(UNSEEN)).toHaveCount(0)
  await page.getByRole('region', { name: '@sbx_search' }).locator('summary').press('Enter')
  await remove.press('Enter')
  await expect(headings).toHaveText(['@sbx_clear'])
  await page.getByLabel(logText.keep).uncheck()
  expect(sent.filter((request) => LOGGED.test(request))).toEqual([])
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([])
  await page.reload()
  await expect(headings).toHaveText(['@sbx_clear'])
  await card.getByRole('link', { name: logText.openBatch }).press('Enter')
  await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
  await expect(results(page)).toHaveCount(2)
})
