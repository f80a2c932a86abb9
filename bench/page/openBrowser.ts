import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { firefoxSession } from '../../tests/browsers/firefoxSession.ts'
import { webkitSession } from '../../tests/browsers/webkitSession.ts'
import type { Session } from '../../tests/browsers/Visitor.ts'

/** A browser with one page, with the functions that a run of `/pow` needs. */
export type DrivenBrowser = Pick<Session, 'go' | 'evaluate' | 'close'>

export const BROWSER_NAMES = ['chromium', 'firefox', 'webkit'] as const
export type BrowserName = (typeof BROWSER_NAMES)[number]

export async function openBrowser(name: BrowserName): Promise<DrivenBrowser> {
  if (name === 'chromium') return await openChromium()
  return name === 'firefox' ? await firefoxSession('nothing') : await webkitSession('nothing')
}

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

async function openChromium(): Promise<DrivenBrowser> {
  const browser = await launchChromium()
  const page = await browser.newPage()
  return {
    go: async (url) => void (await page.goto(url)),
    // Playwright passes only one argument, so the call is built as text.
    evaluate: async (inPage, ...args) =>
      (await page.evaluate(`(${inPage.toString()})(...${JSON.stringify(args)})`)) as Awaited<
        ReturnType<typeof inPage>
      >,
    close: () => browser.close(),
  }
}
