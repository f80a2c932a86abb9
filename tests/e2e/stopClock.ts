import type { Page } from '@playwright/test'

/** Lets a page's installed clock stand still: seconds then pass for the page only where a test says so, however long it takes itself. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}
