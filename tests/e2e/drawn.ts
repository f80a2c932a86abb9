import type { Page } from '@playwright/test'

/** Waits until what the page has done so far is on the screen, and told of: the browser tells of a shift after the frame that shows it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  })
}
