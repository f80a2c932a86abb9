import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

test.use({ expectedMessages: [/404/] })

/** In the page: English of several words that a screen reader would read as Japanese. Names that posts and people have are theirs. */
function unmarked(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode
    if (!parentElement || parentElement.closest('script, style, noscript, code, [lang="en"], [data-group]'))
      continue
    found.push(...(nodeValue?.match(/[A-Z][a-z]+(?: [A-Za-z]{2,})+/g) ?? []))
  }
  return found
}

for (const [name, open] of Object.entries(pageStates)) {
  test(`English of several words is marked as such: ${name} @deep`, async ({ page }) => {
    await open(page)
    expect(await page.evaluate(unmarked)).toEqual([])
  })
}
