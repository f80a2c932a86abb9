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

/** Waits until the page has asked for a built script and has it, with all that it imports. */
export async function fetched(page: Page, files: readonly string[], name: string): Promise<void> {
  const find = () => files.find((file) => file.includes(`/${name}-`))
  await expect.poll(find).toBeDefined()
  // A script that was asked for is not asked for again.
  await page.evaluate((file) => import(file), find() ?? '')
}

/** Waits until the lanes have asked for every kernel that they need. */
export async function warm(files: readonly string[]): Promise<void> {
  await expect.poll(() => files.some((file) => file.includes('/unrolled-12-1-'))).toBe(true)
}
