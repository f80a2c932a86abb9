import type { Page } from '@playwright/test'

/**
 * Goes back from within the page: one restored from the back-forward cache has no load event that the driver
 * could wait for. It leaves after the answer of the call, which it would take with it otherwise.
 */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
}
