import { chromium } from '@playwright/test'
import type { Runtime } from './Runtime.ts'
import type { Assets } from './assets.ts'
import { setUp, sliceCall } from './pageCall.ts'

/** The installed Chromium. */
export async function chromiumRuntime(url: string, assets: Assets): Promise<Runtime> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage()
  await page.goto(url)
  await page.evaluate(setUp(url, assets))
  return {
    name: `chromium ${browser.version()}`,
    slice: (name, keyBytes, duration) => page.evaluate<number>(sliceCall(name, keyBytes, duration)),
    close: () => browser.close(),
  }
}
