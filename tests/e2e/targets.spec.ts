import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

test.use({ expectedMessages: [/404/], viewport: { width: 360, height: 740 } })

/**
 * In the page: the targets that are smaller than 44 px either way, with their sizes. A field that is laid over or hidden in its label is as
 * large as that. A link within a sentence is as high as its line, as WCAG allows (2.5.8, inline).
 */
function smallTargets(): string[] {
  const LEAST = 44
  const isInline = (target: Element) => {
    if (target.tagName !== 'A' || getComputedStyle(target).display !== 'inline') return false
    const block = target.parentElement?.closest('p, li, dd, td, div')
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE || node instanceof HTMLElement
    const words = [...(block?.childNodes ?? [])].filter((node) => !node.contains(target) && isText(node))
    return words.some(({ textContent }) => textContent?.trim() !== '')
  }
  const boxOf = (target: Element) => {
    const label = target.closest('label')
    const isBox = target instanceof HTMLInputElement && /checkbox|radio|file/.test(target.type)
    return (isBox && label ? label : target).getBoundingClientRect()
  }
  const targets = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  return [...targets].flatMap((target) => {
    const shown = target.checkVisibility({ visibilityProperty: true }) && target.getClientRects().length > 0
    const { width, height } = boxOf(target)
    // Out of the page until it has the focus.
    const isAway = target.getBoundingClientRect().right <= 0
    if (!shown || isAway || isInline(target) || (width > LEAST - 0.5 && height > LEAST - 0.5)) return []
    const name = (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 20)
    return [`${target.tagName} ${name} ${Math.round(width)}×${Math.round(height)}`]
  })
}

const found = (page: Page) => page.evaluate(smallTargets)

test('finds small targets', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const added = '<p>words <a href="#a">link</a></p><p><a href="#b">alone</a></p><button>b</button>'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
  })
  expect(await found(page)).toEqual([expect.stringMatching(/^A alone/), expect.stringMatching(/^BUTTON b/)])
})

for (const [name, open] of Object.entries(pageStates)) {
  test(`every target of ${name} is at least 44 pixels wide and high @deep`, async ({ page }) => {
    await open(page)
    expect(await found(page)).toEqual([])
  })
}
