import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'

export async function check(page: Page, screenName = 'sbx_search') {
  await page.getByLabel(text.form.user.label).fill(screenName)
  await page.getByRole('button', { name: text.form.user.submit }).click()
}

/** Opens the site and checks an account to the end. */
export async function completes(page: Page) {
  await page.goto('/')
  await check(page)
  await expect(page.getByRole('heading', { name: resultText.verdict.found(1) })).toBeVisible()
}

/** Init scripts: a browser without workers, and one that denies storage. */
export const workerless = () => Reflect.deleteProperty(globalThis, 'Worker')
export const storageless = () => {
  for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  }
}
