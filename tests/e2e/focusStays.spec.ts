import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { states } from '../screenshots/states.ts'
import { checked, open, pause } from '../screenshots/steps.ts'
import type { Reach } from '../screenshots/steps.ts'
import { expect, test } from './fixtures.ts'
import { lostFocus, whenStill } from './looks.ts'

test.use({
  expectedMessages: [/404/],
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 360, height: 640 },
})

const { 'posts-mistakes': form, 'batch-ten': batch, 'report-months': months } = states
const { 'result-search-only': guide } = states

const STATES = {
  accounts: { home: open('/?screen_name=sbx_mixed'), 'an account': states['result-mixed'], guide },
  posts: { form, batch },
  reports: { months },
  'the log and the profiler': {
    log: checked('sbx_mixed', pause, open('/log', pause)),
    profiler: open('/pow?difficulty=3&trials=3000&lanes=1'),
  },
} as const satisfies Record<string, Record<string, Reach>>

/** Presses in one state at most: what a press brings is pressed as well. */
const PRESSES_MAX = 60

/** In the page: the buttons that can be pressed, by name without numbers, so that of rows that are alike one is pressed. A fold that is still closing has none. */
function buttonsByName(): Map<string, Element[]> {
  const shown = [...document.querySelectorAll('button:enabled')].filter(
    (button) =>
      button.checkVisibility({ visibilityProperty: true }) &&
      button.getClientRects().length > 0 &&
      !button.closest('details:not([open]) > :not(summary)'),
  )
  return Map.groupBy(shown, (button) =>
    (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/[\d,]+/g, '#').trim(),
  )
}

/** In the page: focuses the first button of a name; false if it is gone. */
function focusFirst(buttons: Map<string, Element[]>, name: string): boolean {
  const button = buttons.get(name)?.[0]
  if (button instanceof HTMLElement) button.focus()
  return button !== undefined && document.activeElement === button
}

const buttonNames = async (page: Page) =>
  await (await page.evaluateHandle(buttonsByName)).evaluate((buttons) => [...buttons.keys()])

/** Longest wait, in milliseconds, for a focus that is still on its way. */
const PATIENCE = 5_000

/** Why the focus is lost for good; null where it is where it should be. */
async function focusFault(page: Page): Promise<string | null> {
  const end = performance.now() + PATIENCE
  for (;;) {
    const fault = await focusFaultNow(page)
    if (fault === null || performance.now() > end) return fault
  }
}

/** Why the focus is lost now: nothing has it, it cannot be seen, or has no name. */
async function focusFaultNow(page: Page): Promise<string | null> {
  await page.evaluate(whenStill, 100)
  const hidden = await page.evaluate(lostFocus, false)
  if (hidden === undefined) return 'nothing has the focus'
  if (hidden !== null) return `out of sight: ${hidden}`
  const snapshot = await page.locator(':focus').ariaSnapshot()
  return /^- \w+ ["/]/.test(snapshot) ? null : `nameless: ${snapshot}`
}

for (const [group, all] of Object.entries<Record<string, Reach>>(STATES)) {
  test(`every press on ${group} leaves the focus on something that is seen and has a name`, async ({
    visit,
  }) => {
    test.slow()
    for (const [name, reach] of Object.entries(all)) {
      await test.step(name, async () => {
        const page = await visit()
        expect.soft(await pressAll(page, reach), name).toEqual([])
        await page.close()
      })
    }
  })
}

/** Presses every button of a state, and what each press brings. Gives the presses that lost the focus. */
async function pressAll(page: Page, reach: Reach): Promise<string[]> {
  page.on('popup', (popup) => void popup.close())
  const pressed = new Set<string>()
  const known = new Set<string>()
  const faults: string[] = []
  let before: string[] = []
  let isFresh = false
  const reopen = async () => {
    await reach(page)
    isFresh = true
    before = await buttonNames(page)
  }
  await reopen()
  let { pathname } = new URL(page.url())
  while (pressed.size < PRESSES_MAX) {
    const names = await buttonNames(page)
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
    const buttons = await page.evaluateHandle(buttonsByName)
    // A check that ends takes its button away.
    if (!(await buttons.evaluate(focusFirst, next))) continue
    await page.keyboard.press('Enter')
    // The list is loaded when it is opened first, and moves what would be pressed next.
    if (next === text.sandbox.accounts)
      await page.getByRole('button', { name: 'sbx_clear', exact: true }).waitFor()
    const fault = await focusFault(page)
    if (fault !== null) faults.push(`「${next}」: ${fault}`)
    if (new URL(page.url()).pathname === pathname) continue
    await reopen()
    pathname = new URL(page.url()).pathname
  }
  return faults
}
