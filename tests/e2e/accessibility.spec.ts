import type { Locator, Page } from '@playwright/test'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { contrastOf, expectFaultless } from './watch.ts'
import { expect, test } from './fixtures.ts'
import { SPACING, bareButtons, lostStops, moving, smallTargets, style, troubles, unmarked } from './looks.ts'
import { pageStates } from './pageStates.ts'
import {
  EXCLUDED,
  GONE,
  OK,
  QUOTE,
  answerBatch,
  checkPosts,
  fillRows,
  more,
  results,
  row,
  start,
} from './postSteps.ts'
import { typeName } from './steps.ts'

test.describe('accessibility', () => {
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
})

test.describe('every state', () => {
  test.use({ expectedMessages: [/404/], viewport: { width: 360, height: 740 } })

  for (const [name, open] of Object.entries(pageStates)) {
    test(`everybody can use ${name}: by touch, by keyboard, with large or spaced letters, forced colours and less motion`, async ({
      page,
    }) => {
      await open(page)
      await test.step('axe finds no violation, in light and dark colours', () => expectFaultless(page))
      expect(await page.evaluate(smallTargets), 'targets below 44 pixels').toEqual([])
      expect(await page.evaluate(unmarked), 'English that is not marked as such').toEqual([])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await page.evaluate(moving), 'moves in spite of less motion').toEqual([])
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await page.evaluate(bareButtons), 'buttons without a frame in forced colours').toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await lostStops(page), 'a focus that cannot be seen').toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      await style(page, SPACING)
      expect(await page.evaluate(troubles), 'cut off with wide spacing').toEqual([])
      await style(page, 'html { font-size: 200% }')
      expect(await page.evaluate(troubles), 'cut off with letters of twice the size').toEqual([])
    })
  }

  test('finds small targets, movement and English where there are some', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      const added =
        '<p>words <a href="#a">link</a></p><p><a href="#b">alone</a></p><button>b</button><p>Some English</p>'
      document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
    })
    expect(await page.evaluate(smallTargets)).toEqual([
      expect.stringMatching(/^A alone/),
      expect.stringMatching(/^BUTTON b/),
    ])
    expect(await page.evaluate(moving)).toContainEqual(expect.stringMatching(/^DETAILS/))
    expect(await page.evaluate(unmarked)).toEqual(['Some English'])
  })
})

test.describe('post access', () => {
  const fits = async (page: Page) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }

  test.describe('in both colour schemes', () => {
    test.use({ expectedMessages: [/500/] })

    test('axe finds nothing on rows, results, history and a failed check', async ({ page }) => {
      test.slow()
      await page.goto('/tweetcheck')
      await fillRows(page, [OK, QUOTE, EXCLUDED, GONE, 'hello', OK])
      await page.locator('p', { hasText: text.post.hint.notPost }).waitFor()
      await expectFaultless(page)
      await start(page)
      await expect(results(page).first()).toContainText(/[。？]/)
      await page.getByText(postSearchText.causes.title).click()
      await page.getByText(resultText.legend.title).click()
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

  test('in forced colours the bars of a running check show what is done and what is to come', async ({
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

  test('in forced colours the state of an item and of a filter is seen in signs and frames', async ({
    page,
  }) => {
    await pageStates['an account'](page)
    const icon = page.locator('[data-answer] [data-tone]').filter({ hasText: /./ }).first()
    await expect(icon).toHaveCSS('border-top-style', 'solid')
    const chips = page.getByRole('group', { name: resultText.filter.group })
    const [chip, face] = [chips.getByRole('checkbox').first(), chips.locator('label > span').first()]
    await expect(face).toHaveCSS('border-top-style', 'solid')
    await chip.uncheck()
    await expect(face).toHaveCSS('border-top-style', 'dashed')
  })
})

test.describe('print', () => {
  const POSTS = 120

  /** What can only be pressed. */
  const pressable = (page: Page) =>
    page
      .locator('main')
      .locator('button, [data-button]')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => `${one.tagName} ${(one.textContent ?? '').trim().slice(0, 20)}`))

  test('on paper every post of a batch is listed, and nothing is left to press', async ({ page }) => {
    const posts = Array.from({ length: POSTS }, (_, index) => ({
      url: `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(index)}`,
      status: 'AVAILABLE',
    }))
    await answerBatch(page, { results: posts, sessionId: 'a' })
    await page.route('**/api/oembed*', (route) => route.fulfill({ json: { html: '<p>words</p>' } }))
    await checkPosts(page, [OK])
    await expect(page.locator('li[data-group]')).toHaveCount(POSTS)
    expect(await results(page).count()).toBeLessThan(POSTS)
    await page.emulateMedia({ media: 'print' })
    await expect(results(page)).toHaveCount(POSTS)
    expect(await pressable(page)).toEqual([])
    await expect(page.getByRole('group', { name: resultText.filter.group })).toBeHidden()
  })

  test('on paper what stands behind a verdict is unfolded', async ({ page }) => {
    await pageStates['an account'](page)
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) if (details instanceof HTMLDetailsElement) details.open = false
    })
    const evidence = page.locator('[data-answer] summary').filter({ hasText: 'Ghost Ban' }).locator('+ *')
    await expect(evidence).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(evidence).toBeVisible()
    await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeVisible()
    await expect(page.getByText(text.ad.placeholder).filter({ visible: true })).toHaveCount(0)
    expect(await pressable(page)).toEqual([])
  })
})
