import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { powText } from '../../src/text/pow.ts'
import { reportText } from '../../src/text/report.ts'
import { checked, keepingMonths } from '../screenshots/steps.ts'
import { expect, test } from './fixtures.ts'
import { lostFocus, whenStill } from './looks.ts'
import { POSTS, pageStates } from './pageStates.ts'
import { more } from './postSteps.ts'

test.use({
  expectedMessages: [/404/],
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 360, height: 640 },
})

const { 'an account': account, 'a batch of posts': batch } = pageStates

const states = {
  home: (page) => page.goto('/?screen_name=sbx_mixed'),
  'an account': account,
  'an account with a guide': checked('sbx_search_only'),
  'the form for posts': async (page) => {
    await page.goto(`/tweetcheck?${POSTS.join('&')}&url=https://x.com/sbx_clear`)
    await page.getByRole('button', { name: text.post.fold.open }).click()
  },
  'a batch': batch,
  'a saved batch': async (page) => {
    await batch(page)
    await more(page)
    await page.getByRole('link', { name: text.history.open }).click()
    await page.getByRole('heading', { name: text.history.h1 }).waitFor()
  },
  'the log': pageStates['/log'],
  'a report': async (page) => {
    await page.goto('/report')
    await page.getByRole('button', { name: reportText.sample }).click()
    await page.getByRole('heading', { name: /7月/ }).waitFor()
  },
  'kept reports': async (page) => {
    await page.goto('/report')
    await keepingMonths(page)
  },
  'the profiler': async (page) => {
    await page.goto('/pow?difficulty=3&trials=3000&lanes=1')
    await page.getByText(powText.fleet).click()
  },
} as const satisfies Record<string, (page: Page) => Promise<unknown>>

/** Presses in one state at most: what a press brings is pressed as well. */
const PRESSES_MAX = 60

/** In the page: the buttons that can be pressed, by name without numbers, so that of rows that are alike one is pressed. */
function buttonNames(): string[] {
  const shown = [...document.querySelectorAll('button:enabled')].filter(
    (button) => button.checkVisibility({ visibilityProperty: true }) && button.getClientRects().length > 0,
  )
  return shown.map((button) =>
    (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/[\d,]+/g, '#').trim(),
  )
}

/** In the page: the first button of such a name. */
function buttonCalled(wanted: string): Element | undefined {
  return [...document.querySelectorAll('button:enabled')].find((button) => {
    const name = (button.getAttribute('aria-label') ?? button.textContent ?? '')
      .replace(/[\d,]+/g, '#')
      .trim()
    return name === wanted && button.getClientRects().length > 0
  })
}

/** Why the focus is lost: nothing has it, it cannot be seen, or has no name. Null where it is where it should be. */
async function focusFault(page: Page): Promise<string | null> {
  await page.evaluate(whenStill)
  const focused = page.locator(':focus')
  if ((await focused.count()) === 0) return 'nothing has the focus'
  const hidden = await page.evaluate(lostFocus, false)
  if (hidden !== null) return `out of sight: ${hidden}`
  const snapshot = await focused.ariaSnapshot()
  return /^- \w+ ["/]/.test(snapshot) ? null : `nameless: ${snapshot}`
}

for (const [name, open] of Object.entries(states)) {
  test(`every press on ${name} leaves the focus on something that is seen and has a name`, async ({
    page,
  }) => {
    page.on('popup', (popup) => void popup.close())
    const pressed = new Set<string>()
    const known = new Set<string>()
    const faults: string[] = []
    let before: string[] = []
    let isFresh = false
    const reopen = async () => {
      await open(page)
      isFresh = true
      before = await page.evaluate(buttonNames)
    }
    await reopen()
    let { pathname } = new URL(page.url())
    while (pressed.size < PRESSES_MAX) {
      const names = await page.evaluate(buttonNames)
      for (const one of names) known.add(one)
      const left = names.filter((one) => !pressed.has(one))
      // What the last press brought comes first: it may be gone after the next.
      const next = left.find((one) => !before.includes(one)) ?? left[0]
      if (next === undefined) {
        if (isFresh || [...known].every((one) => pressed.has(one))) break
        await reopen()
        continue
      }
      before = names
      isFresh = false
      pressed.add(next)
      const button = await page.evaluateHandle(buttonCalled, next)
      await button.asElement()?.press('Enter')
      const fault = await focusFault(page)
      if (fault !== null) faults.push(`「${next}」: ${fault}`)
      if (new URL(page.url()).pathname === pathname) continue
      await reopen()
      pathname = new URL(page.url()).pathname
    }
    expect(faults).toEqual([])
  })
}
