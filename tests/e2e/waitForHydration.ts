import type { Page } from '@playwright/test'

/** Waits until the site's page answers to clicks: the site marks it then. Other documents, such as the API's, are hydrated at once. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('#root[data-hydrated], body:not(:has(#root))').waitFor({ state: 'attached' })
}
