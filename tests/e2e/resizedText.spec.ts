import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

test.use({ expectedMessages: [/404/], viewport: { width: 360, height: 740 } })

/** The text spacing that every page must bear, by WCAG 2.2 (1.4.12). */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

async function style(page: Page, rules: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}

/** In the page: what sticks out of the window, and the texts that are cut off by their boxes, but for the short form of a field's own text. */
function troubles(): string[] {
  const name = (element: Element) => `${element.tagName} ${(element.textContent ?? '').trim().slice(0, 24)}`
  const wide = document.documentElement.scrollWidth > innerWidth
  const out = [...document.querySelectorAll('main *')].filter(
    (element) =>
      wide && element.getBoundingClientRect().right > innerWidth + 1 && element.children.length === 0,
  )
  const cut = [...document.querySelectorAll('main *, header *, footer *')].filter((element) => {
    const { overflowX, overflowY, clipPath, display } = getComputedStyle(element)
    const clips = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
    if (
      !clips ||
      clipPath !== 'none' ||
      display === 'inline' ||
      element.matches('input, textarea, progress, svg, [aria-hidden] *')
    )
      return false
    return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
  })
  return [...out.map((element) => `out: ${name(element)}`), ...cut.map((element) => `cut: ${name(element)}`)]
}

for (const [name, open] of Object.entries(pageStates)) {
  test(`${name} bears letters of twice the size, and wide spacing, without a loss @deep`, async ({
    page,
  }) => {
    await open(page)
    await style(page, SPACING)
    expect(await page.evaluate(troubles)).toEqual([])
    await style(page, 'html { font-size: 200% }')
    expect(await page.evaluate(troubles)).toEqual([])
  })
}
