import { text } from '../../src/text/ja.ts'
import { expectFaultless } from './expectFaultless.ts'
import { expect, test } from './fixtures.ts'

const PAGES = [
  '/',
  '/sbctestqwert',
  '/tweetcheck',
  '/tweetcheck/results',
  '/tweetcheck/history/AAAAAAAAAAAAAAAAAAAAAA',
  '/report',
  '/log',
  '/pow',
  '/no/such/page',
]

test.describe('axe finds 0 violations on every route, light and dark, phone and desktop:', () => {
  test.use({ expectedMessages: [/404/] })

  for (const path of PAGES) {
    test(`${path} @sizes`, async ({ page }) => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectFaultless(page)
    })
  }

  for (const name of ['sbx_mixed', 'sbx_suspended', 'sbx_unknown']) {
    test(`the result of ${name} @sizes`, async ({ page }) => {
      await page.goto('/')
      await page.getByLabel(text.form.user.label).fill(name)
      await page.getByRole('button', { name: text.form.user.submit }).click()
      await page.getByText(text.sandbox.notice).waitFor()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      for (const details of await page.locator('details').all()) {
        await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
      }
      await page.getByRole('button', { name: 'sbx_clear' }).waitFor()
      await expectFaultless(page)
    })
  }
})

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
