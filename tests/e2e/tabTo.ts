import type { Locator, Page } from '@playwright/test'

/** Presses of the key after which a control counts as out of a keyboard's reach. */
const PATIENCE = 80

/** Goes to a control as a keyboard does, with Tab alone; throws where that does not lead to it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < PATIENCE; press++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${control}`)
}

/** Presses a key on controls that Tab leads to. */
export function pressOn(page: Page): (control: Locator, key?: string) => Promise<void> {
  return async (control, key = 'Enter') => {
    await tabTo(page, control)
    await page.keyboard.press(key)
  }
}
