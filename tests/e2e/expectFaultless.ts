import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Asks axe about the page in light colours, then about its colours in the dark: nothing else differs there. */
export async function expectFaultless(page: Page): Promise<void> {
  await show(page, 'light')
  const all = new AxeBuilder({ page }).options({
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
  expect((await all.analyze()).violations).toEqual([])
  await show(page, 'dark')
  const colours = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
  expect((await colours.analyze()).violations).toEqual([])
}

/** Waits for what moves, too: colours on their way are neither those before nor those after. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
