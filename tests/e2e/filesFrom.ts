import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Names of the built files that the page asks for from now on. */
export function filesFrom(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) files.push(request.url())
  })
  return files
}

/** Waits until the lanes have every kernel that they need. */
export async function warm(page: Page, files: readonly string[]): Promise<void> {
  await expect.poll(() => files.some((name) => name.includes('unrolled-12-1'))).toBe(true)
  await page.waitForLoadState('networkidle')
}
