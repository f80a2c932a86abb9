import type { Locator, Page } from '@playwright/test'
import { filesText } from '../../src/text/files.ts'
import { guideText } from '../../src/text/guide.ts'
import { powText } from '../../src/text/pow.ts'
import { powRunText } from '../../src/text/powRun.ts'
import { resultText } from '../../src/text/result.ts'
import { checked, keepingMonths, linked, measured, open, pause, posted, press } from '../screenshots/steps.ts'
import type { Reach } from '../screenshots/steps.ts'
import { expect, test } from './fixtures.ts'

/** A place where the site saves files: the state to reach, and for each button the beginning of what it saves. */
type Place = [about: string, reach: Reach, saves: [button: string, begins: RegExp][]]

/** Two finished runs, the first one compared with the second. */
const twoRuns: Reach = async (page) => {
  await open('/pow?difficulty=1&trials=20&autostart=1', measured)(page)
  const runs = page.getByRole('button', { name: powText.runs.compare, exact: true })
  await expect(runs).toHaveCount(1)
  await open('/pow?difficulty=1&trials=20&autostart=1&seed=2', measured)(page)
  await expect(runs).toHaveCount(2)
  await runs.and(page.locator(':enabled')).click()
}

const PLACES: Place[] = [
  ['an account', checked('sbx_clear'), [[filesText.savePicture, /^\x89PNG/]]],
  ['a plan', checked('sbx_search'), [[guideText.plan.calendar, /^BEGIN:VCALENDAR/]]],
  [
    'a batch of posts',
    posted(3, press(resultText.share.more)),
    [
      [filesText.csv, /^URL,/],
      [filesText.json, /^\{\s+"version"/],
    ],
  ],
  [
    "the device's log",
    checked('sbx_clear', open('/log', pause)),
    [
      [filesText.csv, /^[^{]+,/],
      [filesText.json, /^\{\s+"version"/],
    ],
  ],
  [
    "reports of X's labels",
    open('/report', keepingMonths, pause),
    [
      [filesText.savePicture, /^\x89PNG/],
      [filesText.csv, /^[^{]+,/],
      [filesText.json, /^\{/],
    ],
  ],
  [
    'runs of the proof of work',
    twoRuns,
    [
      [powRunText.compare.file, /^\{"version"/],
      [powText.runs.json, /^\{\s+"version"/],
      [powText.runs.csv, /^trial,/],
      [powText.runs.all, /^\{"version"/],
      [powText.runs.devices, /^[^{]+,/],
    ],
  ],
]

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

  for (const [about, reach, saves] of PLACES)
    test(`everything that is saved of ${about} can be copied instead`, async ({ page }) => {
      await page.addInitScript(ownClipboard)
      await reach(page)
      for (const [name, begins] of saves) {
        await test.step(name, async () => {
          const button = page.getByRole('button', { name, exact: true }).first()
          await button.press('Enter')
          const copy = behind(button, filesText.copyFile)
          await expect(copy).toBeVisible()
          await expect(behind(button, filesText.shareFile)).toHaveCount(0)
          await copy.press('Enter')
          await expect(
            page.getByRole('status').filter({ hasText: filesText.fileCopied }).last(),
          ).toBeVisible()
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
  await posted(2, press(resultText.share.more))(page)
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
