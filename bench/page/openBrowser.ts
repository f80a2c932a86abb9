import { chromium } from '@playwright/test'
import { firefoxSession } from '../../tests/browsers/firefoxSession.ts'
import { webkitSession } from '../../tests/browsers/webkitSession.ts'
import type { Driven } from './Driven.ts'

export const BROWSERS = ['chromium', 'firefox', 'webkit'] as const

/** One of this machine's browsers. */
export async function openBrowser(name: (typeof BROWSERS)[number]): Promise<Driven> {
  if (name === 'chromium') return await openChromium()
  return name === 'firefox' ? await firefoxSession('nothing') : await webkitSession('nothing')
}

async function openChromium(): Promise<Driven> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage()
  return {
    go: async (url) => void (await page.goto(url)),
    // Playwright passes one argument.
    evaluate: async (inPage, ...args) =>
      (await page.evaluate(`(${inPage.toString()})(...${JSON.stringify(args)})`)) as Awaited<
        ReturnType<typeof inPage>
      >,
    close: () => browser.close(),
  }
}
