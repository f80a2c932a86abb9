import type { Page } from '@playwright/test'

/** Milliseconds by which the clock leaps when it is stopped: it cannot be stopped in the past, so more than a slow machine needs to say so. */
const LEAP = 30_000

/** Lets an idle page's installed clock stand still: seconds then pass for the page only where a test says so, however long it takes itself. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LEAP)
}
