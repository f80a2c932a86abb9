import { chromium, expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { sampleReport } from '../../src/report/summary.ts'
import { LABEL_RULES } from '../../src/results/labels/rules.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { ensureChromium } from '../run/programs.ts'

/** Types a name into the field of the account check; after a check the form is unfolded first. */
export async function typeName(page: Page, name: string): Promise<void> {
  const another = page.getByRole('button', { name: text.form.user.another })
  if (await another.isVisible()) await another.click()
  await page.getByLabel(text.form.user.label).fill(name)
}

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

/**
 * Goes back from within the page: one restored from the back-forward cache has no load event that the driver
 * could wait for. It leaves after the answer of the call, which it would take with it otherwise.
 */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
}

/** A JSON file as a visitor chooses it. */
export const jsonFile = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})

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

/** A page in a Chromium of its own, started with other flags than the rest. Closed by `await using`. */
export async function openWith(baseURL: string | undefined, flags: string[], withoutFlags: string[] = []) {
  const root = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...(root ? ['--no-sandbox'] : []), '--disable-background-networking', ...flags],
    ignoreDefaultArgs: withoutFlags,
  })
  const page = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'ja-JP' })
  return {
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
    },
  }
}

/** A report with every label of the table, and one that is not known. */
export const everyLabelReport = JSON.stringify({
  ...(JSON.parse(sampleReport) as object),
  postLabels: [...namesOf('post'), 'BRAND_NEW'].map((label) => ({
    label,
    posts: '12',
    percentageOfPosts: '2.02%',
  })),
  accountLabels: namesOf('account').map((label) => ({
    label,
    days: '5',
    daysInPeriod: 31,
    percentageOfDays: '16.12%',
  })),
})

function namesOf(place: keyof typeof LABEL_RULES): string[] {
  return Object.keys(LABEL_RULES[place]).map((label) => label.replace('(CC)', '(DE, FR)'))
}
