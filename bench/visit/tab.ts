import type { Browser, CDPSession } from 'puppeteer-core'

export type BrowserTab = {
  session: CDPSession
  evaluate: <T, Args extends unknown[]>(run: (...args: Args) => T | Promise<T>, ...args: Args) => Promise<T>
  close: () => Promise<void>
}

/** Opens a tab through the DevTools protocol alone. Puppeteer and Playwright enable its `Runtime`, with which Chromium evaluates scripts five times slower. */
export async function openBrowserTab(browser: Browser): Promise<BrowserTab> {
  const context = await browser.createBrowserContext()
  const whole = await browser.target().createCDPSession()
  await whole.send('Target.createTarget', { url: 'about:blank', browserContextId: context.id ?? '' })
  const target = await browser.waitForTarget(
    (each) => each.browserContext() === context && each.type() === 'page',
  )
  const session = await target.createCDPSession()
  return {
    session,
    async evaluate(run, ...args) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression: `(${run})(...${JSON.stringify(args)})`,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(result.description ?? exceptionDetails.text)
      return result.value
    },
    async close() {
      await whole.detach()
      await context.close()
    },
  }
}
