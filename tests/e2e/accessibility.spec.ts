import type { Locator, Page } from '@playwright/test'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { powText } from '../../src/text/pow.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { contrastOf, expectFaultless } from './looks.ts'
import { pageStates } from './pageStates.ts'
import { EXCLUDED, GONE, OK, QUOTE, answerBatch, fillRows, more, results, row, start } from './postSteps.ts'
import { typeName } from './steps.ts'

const PAGES = [
  '/',
  '/sbctestqwert',
  '/tweetcheck',
  '/tweetcheck/results',
  '/tweetcheck/history/AAAAAAAAAAAAAAAAAAAAAA',
  '/report',
  '/log',
  '/privacy',
  '/how',
  '/pow',
  '/no/such/page',
]

/** Where a page leads that has nothing to show. */
const ELSEWHERE: Readonly<Record<string, string>> = { '/tweetcheck/results': '/' }

/** The least contrast of words and their ground, by WCAG 2.2 (1.4.3). */
const CONTRAST_MIN = 4.5

async function check(page: Page, name: string) {
  await typeName(page, name)
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.locator('h2:focus')).toBeVisible()
  await expect(page.getByRole('button', { name: text.action.cancel })).toHaveCount(0)
  await expect(page.locator('[data-unfinished]')).toHaveCount(0)
}

async function unfold(page: Page) {
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
  })
}

test.describe('axe finds 0 violations on every route, light and dark:', () => {
  test.use({ expectedMessages: [/404|500/] })

  // The others are in everyState.spec.ts.
  for (const path of PAGES.filter((path) => !(path in pageStates))) {
    test(path, async ({ page }) => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const elsewhere = ELSEWHERE[path]
      if (elsewhere !== undefined) await expect(page).toHaveURL(elsewhere)
      await expectFaultless(page)
    })
  }

  for (const names of [
    ['nobody_at_all', 'sbx_limit_user', 'sbx_limit_posts'],
    ['sbx_err_500', 'sbx_suspended', 'sbx_unknown'],
  ]) {
    test(`an account's answers and failures: ${names.join(', ')}`, async ({ page }) => {
      await page.goto('/')
      for (const name of names) {
        await check(page, name)
        await unfold(page)
        await expectFaultless(page)
      }
    })
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('buttons can be read under the pointer, pressed and not', async ({ page }) => {
      await page.goto('/')
      await check(page, 'sbx_clear')
      const outlined = page.getByRole('button', { name: filesText.savePicture })
      const filled = page.getByRole('link', { name: resultText.share.account })
      for (const button of [outlined, filled]) {
        await button.hover()
        expect(await contrastOf(button)).toBeGreaterThan(CONTRAST_MIN)
      }
      await outlined.evaluate((button) => button.setAttribute('aria-pressed', 'true'))
      expect(await contrastOf(outlined)).toBeGreaterThan(CONTRAST_MIN)
      await outlined.hover()
      expect(await contrastOf(outlined)).toBeGreaterThan(CONTRAST_MIN)
    })
  })
}

test.describe('reflow', () => {
  test.use({ expectedMessages: [/404/] })
  test('nothing is wider than a window of 320 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of PAGES) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })
})

const fits = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test.describe('in both colour schemes', () => {
  test.use({ expectedMessages: [/500/] })

  test('axe finds nothing on rows, results, history and a failed check', async ({ page }) => {
    test.slow()
    await page.goto('/tweetcheck')
    await fillRows(page, [OK, QUOTE, EXCLUDED, GONE, 'hello', OK])
    await page.locator('p', { hasText: postFormText.hint.notPost }).waitFor()
    await expectFaultless(page)
    await start(page)
    await expect(results(page).first()).toContainText(/[。？]/)
    await page.getByText(postSearchText.causes.title).click()
    await page.getByText(resultText.legend).click()
    await page.getByRole('checkbox', { name: resultText.badge.error }).uncheck()
    await expectFaultless(page)
    await more(page)
    await page.getByRole('link', { name: text.history.open }).click()
    await expect(results(page)).toHaveCount(5)
    await expectFaultless(page)
    await answerBatch(page, {}, 500)
    await page.getByRole('link', { name: text.post.back }).click()
    await start(page)
    await page.getByRole('alert').waitFor()
    await expectFaultless(page)
  })
})

test('nothing is wider than a window of 320 pixels, nor too small to tap', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/tweetcheck')
  await fillRows(page, [OK, 'x'.repeat(400)])
  await fits(page)
  await start(page)
  await expect(results(page)).toHaveCount(2)
  await fits(page)
  const controls = page.locator('main :is(button, a, summary, label:has(input[type=checkbox]))')
  for (const control of await controls.filter({ visible: true }).all()) {
    const box = await control.boundingBox()
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('link', { name: text.post.back }).click()
  await expect(row(page, 2)).toHaveValue('x'.repeat(400))
})

test.describe('status messages', () => {
  test.use({ expectedMessages: [/404/] })

  test('an empty list says so in a region that was there before', async ({ page }) => {
    await pageStates['an account'](page)
    const chips = page.getByRole('group', { name: resultText.filter.group }).getByRole('checkbox')
    await expect(chips.first()).toBeChecked()
    const region = page.locator('[role="status"]:empty').last()
    await region.evaluate((element) => element.setAttribute('data-testid', 'before'))
    for (const chip of await chips.all()) await chip.uncheck()
    await expect(page.getByTestId('before')).toContainText(resultText.empty.title)
    await chips.first().check()
    await expect(page.getByTestId('before')).toHaveText('')
  })

  test('the end of a measurement, and a deletion, are told in regions that were there before', async ({
    page,
  }) => {
    await page.goto('/pow?difficulty=1&trials=20&lanes=1')
    await page.locator('output').evaluateAll((all) => {
      for (const output of all) output.setAttribute('data-testid', 'before')
    })
    await page.getByRole('button', { name: powText.action.start }).click()
    await expect(page.getByTestId('before').filter({ hasText: powText.state.ended })).toBeAttached()
    await page.getByRole('button', { name: powText.runs.remove, exact: true }).click()
    const removed = page.getByTestId('before').filter({ has: page.locator(':scope'), hasText: /削除/ })
    await expect(removed).toBeVisible()
  })

  test('what a typed link is instead of a name is said once its writer pauses, and describes the field', async ({
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
  })

  test('a fault that is submitted twice is announced twice', async ({ page }) => {
    await page.goto('/')
    const alert = page.getByRole('alert').filter({ hasText: text.valid.characters })
    await page.getByLabel(text.form.user.label).fill('hy-phen')
    await page.getByRole('button', { name: text.form.user.submit }).click()
    const words = await alert.locator('span').elementHandle()
    await page.getByRole('button', { name: text.form.user.submit }).click()
    await expect(alert.locator('span')).toHaveText(text.valid.characters)
    await expect.poll(() => words?.evaluate((element) => element.isConnected)).toBe(false)
  })

  test('a wrong row is marked, said once its writer pauses, and counted where the check is started', async ({
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

  test('a saved batch that cannot be shown is heard with the sentence that stands there', async ({
    page,
  }) => {
    await page.goto('/tweetcheck/history/AAAAAAAAAAAAAAAAAAAAAA')
    const sentence = page.getByRole('main').getByText(/^保存した結果は.*表示されません。$/)
    await expect(sentence).toHaveCount(2)
    await expect.poll(async () => new Set(await sentence.allTextContents()).size).toBe(1)
  })

  /** Marks the live regions that are on the page, so that `said` finds no later ones. */
  async function markRegions(page: Page): Promise<void> {
    await page.locator('output').evaluateAll((all) => {
      for (const output of all) output.setAttribute('data-before', '')
    })
  }

  /** The marked live region that says something. */
  function said(page: Page, words: string): Locator {
    return page.locator('output[data-before]').filter({ hasText: words })
  }
})
