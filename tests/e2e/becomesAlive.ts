import type { Page } from '@playwright/test'

/** Waits until the site's page answers to clicks: the site marks it then. Other documents, such as the API's, are alive at once. */
export async function becomesAlive(page: Page): Promise<void> {
  await page.locator('#root[data-alive], body:not(:has(#root))').waitFor({ state: 'attached' })
}
