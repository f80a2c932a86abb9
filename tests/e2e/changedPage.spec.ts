import type { CDPSession, Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test, waitForHydration } from './fixtures.ts'
import { EXCLUDED, OK, QUOTE, fillRows, more, results, row, start } from './postSteps.ts'
import { checkAndKeep, hold, translate } from './steps.ts'

const field = (page: Page) => page.locator('input[name="screen_name"]')
const submit = (page: Page) => page.locator('form button[type="submit"]')

/** Opens a page whose scripts wait until the returned function is called. */
async function openStill(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await hold(page, '*')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('form button[type="submit"]')).toBeVisible()
  return async () => {
    release()
    await waitForHydration(page)
  }
}

/** What password managers and translators do to a page: nodes beside and around ours, attributes, texts in elements of their own. */
const CHANGES = {
  'a password manager puts its sign behind the field, and a field of its own before it': () => {
    const ours = document.querySelector('main input')
    ours?.setAttribute('data-manager-id', '1')
    ours?.after(document.createElement('manager-sign'))
    const field = document.createElement('input')
    field.value = 'secret'
    document.querySelector('main form')?.prepend(field)
  },
  'a translator puts every text into elements of its own': translate,
} as const

test.describe('before the page is hydrated', () => {
  // React says that the page is not the one it expected, and makes it anew.
  test.use({ expectedMessages: [/Minified React error #418/] })

  test('what was typed and ticked before hydration stays, and counts, whatever a password manager or a translator did meanwhile', async ({
    visit,
  }) => {
    for (const [what, change] of Object.entries(CHANGES)) {
      await test.step(what, async () => {
        const page = await visit()
        const release = await openStill(page, '/')
        await page.evaluate(change)
        await page.locator('input[name="posts"]').uncheck()
        await field(page).fill('sbx_search')
        await field(page).press('ArrowLeft')
        await release()
        await expect(field(page)).toHaveValue('sbx_search')
        await expect(field(page)).toBeFocused()
        await expect(page.locator('input[name="posts"]')).not.toBeChecked()
        await expect(page.locator('input[name="reposts"]')).toBeDisabled()
        await field(page).press('Enter')
        await expect(
          page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
        ).toBeVisible()
        await expect(page.getByText(text.error.title)).toHaveCount(0)
        await page.close()
      })
    }
  })
})

test.describe('an input method that composes', () => {
  /** Composes as phones' keyboards do: the whole word again with every letter. */
  const compose = async (keyboard: CDPSession, word: string) =>
    void (await keyboard.send('Input.imeSetComposition', {
      text: word,
      selectionStart: word.length,
      selectionEnd: word.length,
    }))
  const commit = async (keyboard: CDPSession, word: string) =>
    void (await keyboard.send('Input.insertText', { text: word }))

  test('an IME writes each letter once while the page is being hydrated', async ({ page }) => {
    const keyboard = await page.context().newCDPSession(page)
    const release = await openStill(page, '/')
    await field(page).focus()
    await compose(keyboard, 's')
    await compose(keyboard, 'sbx')
    await release()
    await compose(keyboard, 'sbx_cl')
    await commit(keyboard, 'sbx_clear')
    await expect(field(page)).toHaveValue('sbx_clear')
    await submit(page).click()
    await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeVisible()
  })

  test('an IME writes each letter once while the names checked before are being filled in', async ({
    page,
  }) => {
    for (const name of ['sbx_clear', 'sbx_search']) await checkAndKeep(page, name)
    await page.goto('/how')
    const release = await hold(page, 'stores-*')
    await page.goto('/')
    const keyboard = await page.context().newCDPSession(page)
    await field(page).focus()
    await compose(keyboard, 's')
    await compose(keyboard, 'sbx')
    const arrived = page.waitForResponse(/stores/)
    release()
    await (await arrived).finished()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
    await compose(keyboard, 'sbx_cl')
    await commit(keyboard, 'sbx_clear')
    await expect(field(page)).toHaveValue('sbx_clear')
    // They come with the next letter that is not composed, or its removal.
    await field(page).fill('')
    await expect(page.locator('datalist option')).toHaveCount(2)
  })
})

test('letters that are typed in the moment of hydration stay', async ({ page }) => {
  await page.addInitScript(() => {
    const type = (letter: string) => {
      const field = document.querySelector('input')
      if (!field) return
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      native?.set?.call(field, field.value + letter)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    // The page reads the address while React commits it: what is queued then runs before any later task.
    globalThis.URLSearchParams = class extends URLSearchParams {
      constructor(init?: ConstructorParameters<typeof URLSearchParams>[0]) {
        super(init)
        if (init !== location.search || document.documentElement.dataset['typed'] === '') return
        document.documentElement.dataset['typed'] = ''
        queueMicrotask(() => ['a', 'b', 'c'].forEach(type))
      }
    }
  })
  await page.goto('/')
  await waitForHydration(page)
  await expect(page.locator('html[data-typed]')).toBeAttached()
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('abc')
})

/** In the page: presses each, one after another, each when the page has drawn what the one before did. */
async function pressEach(all: Element[]): Promise<void> {
  for (const one of all) {
    if (one instanceof HTMLElement) one.click()
    await new Promise(requestAnimationFrame)
  }
}

test.describe('on a translated page', () => {
  test.use({ expectedMessages: [/500/] })

  test('an account check works on a translated page, also when repeated with other options, and Back and Forward name the account of each result', async ({
    page,
  }) => {
    await page.goto('/')
    await page.evaluate(translate)
    const field = page.locator('input[name="screen_name"]')
    const submit = page.locator('form button[type="submit"]')
    for (const name of ['sbx_mixed', 'na-me', 'sbx_err_500', 'sbx_search']) {
      await field.fill(name)
      await submit.click()
      if (name === 'na-me') {
        await expect(page.getByRole('alert').filter({ hasText: text.valid.characters })).toBeVisible()
        continue
      }
      // The answer takes the focus; the rest of it follows.
      await expect(page.locator('main h2:focus')).toBeVisible()
      await expect(page.locator('[data-unfinished]')).toHaveCount(0)
      const folded = page.locator('main details:not([open]) > summary').filter({ visible: true })
      while ((await folded.count()) > 0) await folded.evaluateAll(pressEach)
      await page
        .locator('main input[type="checkbox"]:enabled')
        .filter({ visible: true })
        .evaluateAll(pressEach)
    }
    await expect(
      page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
    ).toBeVisible()
    await expect(page.getByText(text.error.title)).toHaveCount(0)

    const named = page
      .locator('[data-answer], #posts')
      .getByText(/^@\w+$/)
      .filter({ visible: true })
    const shows = (name: string) =>
      expect.poll(() => named.allTextContents()).toEqual([`@${name}`, `@${name}`])
    await shows('sbx_search')
    await page.goBack()
    await shows('sbx_mixed')
    await page.goForward()
    await shows('sbx_search')
  })
})

test('a post check works on a translated page, and so do its form, its history and the way to the other check', async ({
  page,
}) => {
  await page.goto('/tweetcheck')
  await page.evaluate(translate)
  await row(page, 1).fill('hello')
  await row(page, 1).fill('')
  await start(page)
  await fillRows(page, [OK, EXCLUDED, QUOTE, 'hello', OK])
  await page.getByRole('button', { name: postFormText.tidy.mistakes }).click()
  await page.getByRole('button', { name: postFormText.tidy.undo }).click()
  await start(page)
  await expect(results(page)).toHaveCount(4)
  for (const box of await page.locator('main input[type="checkbox"]').all()) await box.click()
  await expect(page.getByText(resultText.empty.title)).toBeVisible()
  for (const box of await page.locator('main input[type="checkbox"]').all()) await box.click()
  await expect(results(page)).toHaveCount(4)
  await more(page)
  await page.getByRole('link', { name: resultText.history.open }).click()
  // A saved batch has no lines that were not URLs of posts.
  await expect(results(page)).toHaveCount(3)
  await page.goBack()
  await expect(results(page)).toHaveCount(3)
  await page.getByRole('link', { name: text.post.back }).click()
  await expect(row(page, 1)).toHaveValue(OK)
  await expect(page.getByText(text.error.title)).toHaveCount(0)
  await page.getByRole('link', { name: text.tab.account, exact: true }).click()
  await expect(field(page)).toBeVisible()
})
