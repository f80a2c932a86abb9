import type { Page } from '@playwright/test'
import { powText } from '../../src/text/pow.ts'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { expect, test } from './fixtures.ts'
import { check } from './steps.ts'

/** Pastes as a browser does: a field's own handler sees the text first, then the browser inserts what it was not kept from. */
async function paste(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).focus()
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, words)
  }, words)
}

test('the account of a profile that was pasted with its name in two lines is checked', async ({ page }) => {
  await page.goto('/')
  await paste(page, text.form.user.label, 'たろう@C105東A01a\n@sbx_clear')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page).toHaveURL(/screen_name=sbx_clear/)
})

test('the form asks which account a pasted text means, and checks the chosen one', async ({ page }) => {
  await page.goto('/')
  await paste(page, text.form.user.label, '@sbx_clear と @sbx_mixed')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  const first = page.getByRole('button', { name: '@sbx_clear' })
  await expect(first).toBeFocused()
  await page.getByRole('button', { name: '@sbx_mixed' }).click()
  await expect(page).toHaveURL(/screen_name=sbx_mixed/)
})

test("the form takes the posts out of a pasted table of X's analytics, and says how many links it left out @sizes", async ({
  page,
}) => {
  await page.goto('/tweetcheck')
  const table = [1, 2, 3].map(
    (n) => `"${n}","おはよう https://t.co/AbC${n}","https://x.com/taro_1/status/${n}","5"`,
  )
  await paste(page, postFormText.row.label(1), ['Post id,Post text,Post Link,Likes', ...table].join('\n'))
  await expect(page.getByLabel(postFormText.row.label(3))).toHaveValue('https://x.com/taro_1/status/3')
  await expect(page.getByLabel(postFormText.row.label(4))).toHaveCount(0)
  await expect(page.getByText(postFormText.leftOut(3), { exact: true })).toBeVisible()
})

test("the form shows a mirror's post as one of X, and sends the mirror no request", async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/tweetcheck')
  await paste(page, postFormText.row.label(1), 'https://fxtwitter.com/taro_1/status/12')
  await expect(page.getByLabel(postFormText.row.label(1))).toHaveValue('https://x.com/taro_1/status/12')
  expect(asked.filter((url) => url.includes('fxtwitter'))).toEqual([])
})

test('a field of /pow takes full-width digits and commas between thousands', async ({ page }) => {
  await page.goto('/pow')
  const field = page.getByLabel(powText.settings.trials.label)
  for (const [typed, value] of [
    ['２００', '200'],
    ['10,000', '10000'],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(field).toHaveValue(value)
    await expect(page.getByText(powText.settings.unread(typed))).toHaveCount(0)
  }
})

test.describe('if a policy refuses WebAssembly', () => {
  test.use({ expectedMessages: [/wasm|WebAssembly/i] })
  test.beforeEach(async ({ context }) => {
    const files = /\/(?:$|pow|\?|assets\/.*\.js)/
    await context.route(files, async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers() }
      const policy = headers['content-security-policy'] ?? "script-src 'self' 'unsafe-inline'"
      headers['content-security-policy'] = policy.replaceAll(" 'wasm-unsafe-eval'", '')
      const body = await response.text()
      await route.fulfill({
        response,
        headers,
        body: body.replace(/ (?:&#x27;|'|&#39;)wasm-unsafe-eval(?:&#x27;|'|&#39;)/g, ''),
      })
    })
  })

  // A page that closes may still be fetching.
  test.afterEach(async ({ context }) => await context.unrouteAll({ behavior: 'ignoreErrors' }))

  test('a check completes if a policy refuses WebAssembly', async ({ page }) => {
    await page.goto('/')
    expect(
      await page.evaluate(() => {
        try {
          return Boolean(new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)))
        } catch {
          return 'refused'
        }
      }),
    ).toBe('refused')
    await check(page, 'sbx_clear')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
    await expect(page.getByText(text.alert.title, { exact: true })).toHaveCount(0)
  })

  test('/pow says why it computes in JavaScript if a policy refuses WebAssembly', async ({ page }) => {
    await page.goto('/pow')
    await expect(page.getByText(/wasm-unsafe-eval/)).toBeVisible()
    expect(powText.slowEngine.refused).toContain('wasm-unsafe-eval')
  })
})
