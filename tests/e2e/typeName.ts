import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'

/** Types a name into the field of the account check; after a check the form is unfolded first. */
export async function typeName(page: Page, name: string): Promise<void> {
  const another = page.getByRole('button', { name: text.form.user.another })
  if (await another.isVisible()) await another.click()
  await page.getByLabel(text.form.user.label).fill(name)
}
