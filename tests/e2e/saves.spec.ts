import type { Locator, Page } from '@playwright/test'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { keepingMonths, linked, open, pause, posted, press } from '../screenshots/steps.ts'
import { expect, test } from './fixtures.ts'

/** One button for each kind of file on the page of reports, and how its file begins. */
const SAVES = [
  [filesText.savePicture, /^\x89PNG/],
  [filesText.csv, /^[^{]+,/],
  [filesText.json, /^\{/],
] as const

/** The first button of a name behind the button that saved. */
const behind = (button: Locator, name: string) =>
  button.locator(`xpath=following::button[normalize-space()="${name}"][1]`)

/** In the page: a clipboard of its own, because all browsers of a machine share one, and other tests copy at the same time. */
function ownClipboard(): void {
  let copied = ''
  Object.assign(globalThis, { copied: () => copied })
  navigator.clipboard.writeText = (words) => {
    copied = words
    return Promise.resolve()
  }
  navigator.clipboard.write = async ([item]) => {
    const blob = await item?.getType(item.types[0] ?? '')
    copied = String.fromCharCode(...new Uint8Array((await blob?.arrayBuffer()) ?? []).slice(0, 8))
  }
}

/** What was copied last: text, or the first bytes of a picture with one character for each. */
const clipboard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { copied: () => string }).copied())

test.describe('in a browser that ignores downloads', () => {
  test.use({ acceptDownloads: false })

  test('a picture, a table and JSON that are saved can be copied instead', async ({ page }) => {
    await page.addInitScript(ownClipboard)
    await open('/report', keepingMonths, pause)(page)
    for (const [name, begins] of SAVES) {
      await test.step(name, async () => {
        const button = page.getByRole('button', { name, exact: true }).first()
        await button.press('Enter')
        const copy = behind(button, filesText.copyFile)
        await expect(copy).toBeVisible()
        await expect(behind(button, filesText.shareFile)).toHaveCount(0)
        await copy.press('Enter')
        await expect(page.getByRole('status').filter({ hasText: filesText.fileCopied }).last()).toBeVisible()
        // The words of an earlier copy may still be shown.
        await expect.poll(() => clipboard(page)).toMatch(begins)
      })
    }
  })

  test('the page says so if nothing can be copied', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    })
    await posted(3)(page)
    const button = page.getByRole('button', { name: filesText.csv, exact: true })
    await button.press('Enter')
    await behind(button, filesText.copyFile).press('Enter')
    await expect(page.getByText(filesText.passFailed)).toBeVisible()
  })
})

test('files of the kinds that a device shares can be shared, and nothing is said if the visitor closes the share sheet', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: string[] = []
    Object.assign(globalThis, { shared })
    navigator.canShare = (data) => data?.files?.every(({ type }) => type.startsWith('text/csv')) === true
    navigator.share = (data) => {
      shared.push(data?.files?.[0]?.name ?? '')
      return shared.length === 1
        ? Promise.resolve()
        : Promise.reject(new DOMException('closed', 'AbortError'))
    }
  })
  await open(`/tweetcheck?${linked(2)}`)(page)
  await posted(2, press(text.more))(page)
  const json = page.getByRole('button', { name: filesText.json, exact: true })
  await json.press('Enter')
  await expect(behind(json, filesText.copyFile)).toBeVisible()
  await expect(page.getByRole('button', { name: filesText.shareFile, exact: true })).toHaveCount(0)
  const csv = page.getByRole('button', { name: filesText.csv, exact: true })
  await csv.press('Enter')
  const share = behind(csv, filesText.shareFile)
  await share.press('Enter')
  const said = page.getByText(filesText.fileShared, { exact: true })
  await expect(said).toBeVisible()
  await share.press('Enter')
  await expect(said).toHaveCount(0)
  const names = await page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared)
  expect(names).toEqual([expect.stringMatching(/^posts-.*\.csv$/), names[0]])
})
