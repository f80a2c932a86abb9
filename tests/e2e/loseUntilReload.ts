import type { Page } from '@playwright/test'

/**
 * Makes a built file missing, as after a deploy, until the page is loaded a second time. To be called before the page is opened,
 * since the page fetches files ahead. Counts how often the page was loaded.
 */
export async function loseUntilReload(page: Page, file: string): Promise<{ count: number }> {
  const loads = countLoads(page)
  await page.route(`**/assets/${file}-*.js`, (route) =>
    loads.count > 1 ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
  )
  return loads
}

/** Counts the documents that the page's window asks for. */
export function countLoads(page: Page): { count: number } {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count++
  })
  return loads
}
