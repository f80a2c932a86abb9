import { chromium } from '@playwright/test'
import { firefoxSession } from '../../browsers/firefoxSession.ts'
import { ensurePrograms, openDisplay } from '../../browsers/programs.ts'
import { webkitSession } from '../../browsers/webkitSession.ts'
import type { Driven } from './Driven.ts'

export const BROWSERS = ['chromium', 'firefox', 'webkit'] as const

/** One of this machine's browsers. WebKitGTK has no mode without a window: it gets a display that nobody sees. */
export async function openBrowser(name: (typeof BROWSERS)[number]): Promise<Driven> {
  if (name === 'chromium') return await openChromium()
  const { firefox, xvfb, ...programs } = ensurePrograms()
  if (name === 'firefox') return await firefoxSession(firefox, 'nothing')
  const shown = await openDisplay(xvfb)
  const session = await webkitSession({ ...programs, display: shown.display }, 'nothing')
  return {
    ...session,
    async close() {
      await session.close()
      shown[Symbol.dispose]()
    },
  }
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
