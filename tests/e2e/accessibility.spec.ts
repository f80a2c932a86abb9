import type { Page } from '@playwright/test'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { contrastOf } from './contrastOf.ts'
import { expectFaultless } from './expectFaultless.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'
import { typeName } from './typeName.ts'

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

test('the heading of a page that is not there takes the focus, as every page opened within the site', async ({
  page,
}) => {
  await page.goto('/')
  // The button comes to life with the page.
  await page.getByLabel(text.form.user.label).fill('sbx_clear')
  await expect(page.getByRole('button', { name: text.form.user.submit })).toBeEnabled()
  await page.evaluate(() => {
    history.pushState({}, '', '/no/such/page')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await expect(page.getByRole('heading', { level: 1, name: text.error.title })).toBeFocused()
  await page.getByRole('link', { name: text.tab.post }).click()
  await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeFocused()
  await expect(page.getByText(resultText.verdict.none)).toHaveCount(0)
})
