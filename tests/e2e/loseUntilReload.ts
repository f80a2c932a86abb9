import type { Page } from '@playwright/test'

/** Makes a built file missing, as after a deploy, until the page is loaded afresh. */
export async function loseUntilReload(page: Page, file: string): Promise<void> {
  const files = `**/assets/${file}-*.js`
  await page.route(files, (route) => route.fulfill({ status: 404, body: 'gone' }))
  page.once('domcontentloaded', () => void page.unroute(files))
}
