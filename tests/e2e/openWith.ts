import { chromium } from '@playwright/test'
import { ensureChromium } from '../run/programs.ts'

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
