import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import type { ElementHandle, JSHandle } from 'puppeteer-core'
import { findProgram } from '../run/programs.ts'
import type { Lack, Session } from './Visitor.ts'

/** Longest wait, in milliseconds, for the browser to start and for a page to load. */
const PATIENCE = 120_000

const NO_WASM = { 'javascript.options.wasm': false }
const NO_JIT = {
  'javascript.options.baselinejit': false,
  'javascript.options.blinterp': false,
  'javascript.options.ion': false,
  'javascript.options.native_regexp': false,
}
/** All cookies and site data refused: even reading `sessionStorage` throws. */
const NO_STORAGE = { 'network.cookie.cookieBehavior': 2 }

const PREFERENCES: Record<Lack, Record<string, unknown>> = {
  nothing: {},
  everything: { ...NO_WASM, ...NO_JIT, ...NO_STORAGE },
}

/** Steps of the clock of a tenth of a second, or of a frame, against pages that recognise visitors. */
export const COARSE_CLOCK = { 'privacy.resistFingerprinting': true }

/** Firefox, driven by Puppeteer in WebDriver BiDi. */
export async function firefoxSession(
  lack: Lack,
  preferences: Record<string, unknown> = {},
): Promise<Session> {
  const downloads = mkdtempSync(join(tmpdir(), 'firefox-downloads-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: findProgram('firefox'),
    headless: true,
    timeout: PATIENCE,
    extraPrefsFirefox: {
      ...PREFERENCES[lack],
      ...preferences,
      'intl.accept_languages': 'ja',
      // Not among the files of whoever runs the tests.
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  })
  const [page = await browser.newPage()] = await browser.pages()
  page.setDefaultTimeout(PATIENCE)
  return {
    async go(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    async resize(width, height) {
      await page.setViewport({ width, height })
    },
    async back() {
      await page.evaluate(() => void setTimeout(() => history.back()))
    },
    evaluate: async (inPage, ...args) =>
      (await page.evaluate(inPage as never, ...args)) as Awaited<ReturnType<typeof inPage>>,
    async element(inPage, ...args) {
      const handle: JSHandle = await page.evaluateHandle(inPage as never, ...args)
      const element = handle.asElement() as ElementHandle<Element> | null
      return element && { click: () => element.click(), type: (text) => element.type(text) }
    },
    async close() {
      await browser.close()
      rmSync(downloads, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
