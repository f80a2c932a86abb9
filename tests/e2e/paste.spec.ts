import type { Page } from '@playwright/test'
import { powText } from '../../src/text/pow.ts'
import { reportText } from '../../src/text/report.ts'
import { text } from '../../src/text/ja.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { expect, test } from './fixtures.ts'
import { noteBodies } from './observe.ts'
import { OK, checkPosts, results } from './postSteps.ts'
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

// The field shows such a text without its line break. It once told so as a change when it lost the focus, and another name was offered.
test('the account of a profile that was pasted with its name in two lines over another name is checked', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('another')
  await page.getByLabel(text.form.user.label).selectText()
  await paste(page, text.form.user.label, 'たろう@C105東A01a\n@sbx_clear')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page).toHaveURL(/screen_name=sbx_clear/)
})

test('whatever people paste into the form for posts becomes their posts, each once, and a cut link is named and never checked', async ({
  page,
}) => {
  const bodies = await noteBodies(page)
  await page.goto('/tweetcheck')
  const google = `https://www.google.com/url?q=${encodeURIComponent('https://x.com/taro_1/status/12')}&sa=D`
  const pasted = [
    '**https://x.com/taro\\_1/status/11**',
    google,
    'twitter.com/i/web/status/1…',
    'x.com/taro_1/status/11/photo/1',
  ]
  await paste(page, postFormText.row.label(1), pasted.join('\n'))
  const field = (number: number) => page.getByLabel(postFormText.row.label(number))
  await expect(field(1)).toHaveValue('https://x.com/taro_1/status/11')
  await expect(field(2)).toHaveValue('https://x.com/taro_1/status/12')
  await expect(field(3)).toHaveValue('twitter.com/i/web/status/1...')
  await expect(field(3)).toHaveAccessibleDescription(postFormText.hint.cut)
  await expect(field(4)).toHaveCount(0)
  await page.getByRole('button', { name: text.post.submit }).click()
  const posts = async () => {
    const [body] = await bodies('/api/check-batch')
    return [body?.['urls']].flat().flatMap((url) => parsePostUrl(String(url))?.id ?? [])
  }
  await expect.poll(posts).toEqual(['11', '12'])
})

test('an archive of 20,000 posts that is pasted becomes its newest 200, and the form says how many more there are', async ({
  page,
}) => {
  await page.goto('/tweetcheck')
  const tweets = Array.from({ length: 20_000 }, (_, index) => ({
    tweet: { id_str: String(1_980_000_000_000_000_001n + BigInt(index)), full_text: 'おはよう' },
  }))
  await paste(page, postFormText.row.label(1), `window.YTD.tweets.part0 = ${JSON.stringify(tweets)}`)
  await expect(page.getByText(postFormText.older(200, 19_800), { exact: true })).toBeVisible()
  await expect(page.getByLabel(postFormText.row.label(200))).toHaveValue(
    'https://x.com/i/status/1980000000000020000',
  )
})

test('the field for a name offers each of several names, names a cut link, unwraps another, and checks the chosen one', async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByLabel(text.form.user.label)
  await paste(page, text.form.user.label, 'sbx_clear, sbx_mixed')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.getByRole('button', { name: '@sbx_clear' })).toBeFocused()
  await field.fill('')
  await paste(page, text.form.user.label, 'x.com/sbx_cl…')
  await expect(page.getByText(text.form.user.link.cut)).toBeVisible()
  await field.fill('')
  await paste(
    page,
    text.form.user.label,
    'https://www.google.com/url?q=https%3A%2F%2Fx.com%2Fsbx\\_clear&sa=D',
  )
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page).toHaveURL(/screen_name=sbx_clear$/)
  await field.fill('')
  await paste(page, text.form.user.label, '@sbx_clear と @sbx_mixed')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.getByRole('button', { name: '@sbx_mixed' }).click()
  await expect(page).toHaveURL(/screen_name=sbx_mixed$/)
})

test.describe("the site's own links", () => {
  // The host has no page at the address that a sentence's full stop became a part of.
  test.use({ expectedMessages: [/404/] })

  test("the site's own links open what they name, also with a sentence's punctuation behind them", async ({
    page,
  }) => {
    await page.goto('/?screen_name=sbx_clear。')
    await expect(page.getByLabel(text.form.user.label)).toHaveValue('sbx_clear')
    await checkPosts(page, [OK])
    await expect(page).toHaveURL(/\/tweetcheck\/history\//)
    await page.goto(`${page.url()}」`)
    await expect(results(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\/history\/[\w-]+$/)
    await page.goto('/report。')
    await expect(page).toHaveURL(/\/report$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(reportText.h1)
    await page.goto(`/tweetcheck?url=${OK}）`)
    await expect(page.getByLabel(postFormText.row.label(1))).toHaveValue(OK)
  })
})

test('a field of /pow takes full-width digits and commas between thousands', async ({ page }) => {
  await page.goto('/pow')
  await page.locator('summary').filter({ hasText: powText.settings.title }).click()
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
