import type { Locator, Page } from '@playwright/test'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { powText } from '../../src/text/pow.ts'
import { resultText } from '../../src/text/result.ts'
import { states } from '../screenshots/states.ts'
import { expect, test } from './fixtures.ts'
import { contrastOf } from './looks.ts'
import { OK, row } from './postSteps.ts'

// What axe does not look at: it is asked about every state in everyState.spec.ts.

/** The least contrast of words and their ground, by WCAG 2.2 (1.4.3). */
const CONTRAST_MIN = 4.5

/** Marks the live regions that are on the page, so that `said` finds no later ones. */
async function markRegions(page: Page): Promise<void> {
  await page.locator('output, [role="status"]').evaluateAll((all) => {
    for (const output of all) output.setAttribute('data-before', '')
  })
}

/** The marked live region that says something. */
function said(page: Page, words: string | RegExp): Locator {
  return page.locator('[data-before]').filter({ hasText: words })
}

test('on the page for accounts, buttons can be read under the pointer, and an empty list says so in a region that was there before', async ({
  page,
}) => {
  await states['result-mixed'](page)
  const outlined = page.getByRole('button', { name: filesText.savePicture })
  const filled = page.getByRole('link', { name: resultText.share.account })
  const press = () => outlined.evaluate((button) => button.setAttribute('aria-pressed', 'true'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await outlined.evaluate((button) => button.removeAttribute('aria-pressed'))
    for (const [button, change] of [
      [outlined, () => outlined.hover()],
      [outlined, press],
      [outlined, () => filled.hover()],
      [filled, () => undefined],
    ] as const) {
      await change()
      expect.soft(await contrastOf(button), colorScheme).toBeGreaterThan(CONTRAST_MIN)
    }
  }
  await markRegions(page)
  const chips = page.getByRole('group', { name: resultText.filter.group }).getByRole('checkbox')
  for (const chip of await chips.all()) await chip.uncheck()
  await expect(said(page, resultText.empty.title)).toHaveCount(1)
  await chips.first().check()
  await expect(said(page, resultText.empty.title)).toHaveCount(0)
})

test('the form for accounts says what a typed link is once typing pauses, and announces the same fault again if it is submitted again; Enter on a link of a post leads to its check', async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByLabel(text.form.user.label)
  await markRegions(page)
  const { isPost, link } = text.form.user
  await field.fill('https://t.co/abc')
  await expect(field).toHaveAccessibleDescription(link.short)
  await expect(said(page, link.short)).toHaveCount(1)
  await field.fill(OK)
  await expect(field).toHaveAccessibleDescription(isPost)
  await expect(said(page, isPost)).toHaveCount(1)
  // Checking the post is the filled next step then.
  const offer = page.getByRole('link', { name: text.form.user.checkPost })
  const filled = await offer.evaluate((link) => getComputedStyle(link).backgroundColor)
  const submit = page.getByRole('button', { name: text.form.user.submit })
  await expect(submit).not.toHaveCSS('background-color', filled)

  const alert = page.getByRole('alert').filter({ hasText: text.valid.characters })
  await field.fill('hy-phen')
  await expect(submit).toHaveCSS('background-color', filled)
  await page.getByRole('button', { name: text.form.user.submit }).click()
  const words = await alert.locator('span').elementHandle()
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(alert.locator('span')).toHaveText(text.valid.characters)
  await expect.poll(() => words?.evaluate((element) => element.isConnected)).toBe(false)

  await field.fill(OK)
  await field.press('Enter')
  await expect(offer).toBeFocused()
  await expect(field).toHaveValue(OK)
  await page.keyboard.press('Enter')
  await expect(row(page, 1)).toHaveValue(OK)
})

test('the form for posts marks a wrong row, says so once typing pauses, and counts it beside the button that starts the check', async ({
  page,
}) => {
  await page.goto('/tweetcheck')
  await markRegions(page)
  const { row: words, hint, mistakes } = postFormText
  await row(page, 1).fill('https://example.com/')
  await expect(row(page, 1)).toHaveAttribute('aria-invalid', 'true')
  await expect(row(page, 1)).toHaveAccessibleDescription(hint.elsewhere)
  await expect(said(page, words.hinted(1, hint.elsewhere))).toHaveCount(1)
  const submit = page.getByRole('button', { name: text.post.submit })
  await expect(submit).toHaveAccessibleDescription(mistakes(1))
  await row(page, 1).fill(OK)
  await expect(row(page, 1)).toHaveAttribute('aria-invalid', 'false')
  await expect(submit).toHaveAccessibleDescription('')
})

test('the profiler announces the end of a measurement, and a deletion, in regions that were there before', async ({
  page,
}) => {
  await page.goto('/pow?difficulty=1&trials=20&lanes=1')
  await markRegions(page)
  await page.getByRole('button', { name: powText.action.start }).click()
  await expect(said(page, powText.state.ended)).toBeAttached()
  await page.getByRole('button', { name: text.more }).click()
  await page.getByRole('button', { name: powText.runs.remove, exact: true }).click()
  await expect(said(page, /削除/)).toBeVisible()
})

test.describe('forced colours', () => {
  // Some systems paint every page in the few colours that their user has chosen: grounds and shadows are gone.
  test.use({ expectedMessages: [/404/] })
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
  })

  /** The colour of an element as it is painted, at a share of its width and half its height: its rounded edges are left out. */
  async function colourAt(page: Page, element: Locator, share: number): Promise<string> {
    const png = (await element.screenshot({ animations: 'disabled' })).toString('base64')
    return await page.evaluate(
      async ({ png, share }) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const { width, height } = picture
        const pen = new OffscreenCanvas(width, height).getContext('2d')
        pen?.drawImage(picture, 0, 0)
        const pixel = pen?.getImageData(Math.floor(width * share), Math.floor(height / 2), 1, 1).data
        return String(pixel?.slice(0, 3))
      },
      { png, share },
    )
  }

  test('in forced colours the bars of a running check show what is done and what remains', async ({
    page,
  }) => {
    await page.route('**/api/check-by-user', () => undefined)
    await page.goto('/')
    await page.getByLabel(text.form.user.label).fill('sbx_clear')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(page.getByText(text.phase.server).first()).toBeAttached()
    const bars = page.getByRole('region', { name: text.progress.label }).getByRole('progressbar')
    await expect(bars.first()).toHaveAttribute('value', '1')
    const [done, running] = [bars.first(), bars.last()]
    const filled = await colourAt(page, running, 0.1)
    expect(await colourAt(page, running, 0.9)).not.toBe(filled)
    // A done bar slides to its end after it has its value.
    await expect.poll(() => colourAt(page, done, 0.9)).toBe(filled)
  })
})
