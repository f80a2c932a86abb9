import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

test.use({ expectedMessages: [/404/], viewport: { width: 320, height: 256 } })

/** Stops of the Tab key that are looked at on a page at most. */
const STOPS_MAX = 70

/** In the page: the focused element, where all of it is covered or nothing frames it; null where it can be seen, or nothing has the focus. */
async function lostFocus(): Promise<string | null> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const shown = focused.closest('label') ?? focused
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
  const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y]
  const points = [0.1, 0.5, 0.9].flatMap((a) => [0.15, 0.5, 0.85].map((b) => [x + width * a, y + height * b]))
  const over = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
  const seen = over.some((top) => top && (shown.contains(top) || top.contains(shown)))
  const framing = [
    focused,
    shown,
    focused.nextElementSibling,
    focused.parentElement,
    focused.parentElement?.parentElement,
  ]
  const isFramed = framing.some((one) => one && getComputedStyle(one).outlineStyle !== 'none')
  if (width > 0 && height > 0 && seen && isFramed) return null
  return `${focused.tagName} ${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 20)}`
}

/** What is lost as the Tab key goes through a page from its top. */
async function lostStops(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0))
  const lost: string[] = []
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press('Tab')
    const one = await page.evaluate(lostFocus)
    if (one) lost.push(one)
    if (await page.evaluate(() => document.activeElement === document.body)) break
  }
  return lost
}

for (const [name, open] of Object.entries(pageStates)) {
  test(`nothing covers the focus in a window of 320 × 256 pixels: ${name} @deep`, async ({ page }) => {
    await open(page)
    expect(await lostStops(page)).toEqual([])
  })
}

test.describe('in a window of 360 × 640 pixels', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('the bar at the bottom covers no row that has the focus @deep', async ({ page }) => {
    await pageStates['/tweetcheck'](page)
    expect(await lostStops(page)).toEqual([])
  })
})
