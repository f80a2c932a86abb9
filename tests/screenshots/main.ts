// Photographs every state of every page, in six windows, in forced colours and on paper: `npm run screenshots [part of a name] [window …]`;
// `npm run screenshots readme` renews README's picture.
// Look at the pictures in screenshots/ one by one. The small phone shows the screen as it is, the others the whole page, `large` with text
// at 200 %, and `print` as wide as A4. The number of printed pages is in the console, and the pages are in the PDF beside the picture.
import { chromium } from '@playwright/test'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import startServer from '../e2e/startServer.ts'
import { findProgram } from '../run/programs.ts'
import { countPages } from '../e2e/pdf.ts'
import { factsOf, readmePicture, sha256 } from './readme.ts'
import { states } from './states.ts'
import type { Reach } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'screenshots')
/** What all pictures have in common. */
const SETTINGS = { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce' } as const
const WINDOWS: Record<string, BrowserContextOptions> = {
  small: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  narrow: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true },
  large: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
  forced: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true, forcedColors: 'active' },
  print: { viewport: { width: 794, height: 1123 } },
}
/** A window in which the longest page fits, in pixels. */
const HEIGHT_MAX = 40_000
const SCHEMES = ['light', 'dark'] as const

const [wanted = '', ...sizes] = process.argv.slice(2)
const windows = Object.entries(WINDOWS).filter(([size]) => sizes.length === 0 || sizes.includes(size))
const chosen = Object.entries<Reach>(states).filter(([name]) => name.includes(wanted))
if (wanted === '') rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })

const stopServer = await startServer()
const browser = await chromium.launch({
  executablePath: findProgram('chromium'),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const [name, reach] of chosen) await photograph(browser, name, reach)
  if ('readme'.includes(wanted)) await photographForReadme(browser)
} finally {
  await browser.close()
  await stopServer()
}

/** Renews README's picture, and the facts by which a test notices that it has aged. */
async function photographForReadme(browser: Browser): Promise<void> {
  const { window, reach, file, facts } = readmePicture
  await using context = await browser.newContext({
    ...SETTINGS,
    ...window,
    baseURL: process.env['E2E_URL'] ?? '',
  })
  const page = await context.newPage()
  await reach(page)
  await page.evaluate(() => scrollTo(0, 0))
  const picture = await page.screenshot({ path: join(ROOT, file), animations: 'disabled' })
  writeFileSync(join(ROOT, facts), `${await factsOf(page)}\n${sha256(picture)}\n`)
  console.log(file)
}

/** Makes the window as high as its page: what comes only near the window comes, and what sticks to its edge lies where it belongs. */
async function growToPage(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: HEIGHT_MAX })
  await page.waitForTimeout(1000)
  const height = await page.evaluate(() => document.body.scrollHeight)
  await page.setViewportSize({ width, height })
}

/** Prints the page to a file, and shows it as paper does. */
async function print(page: Page, name: string): Promise<void> {
  const pdf = await page.pdf({ format: 'A4', path: join(FOLDER, `${name}.pdf`) })
  console.log(`${name}: ${countPages(pdf)} printed pages`)
  await page.emulateMedia({ media: 'print' })
}

/** Gives the text 200 % of its size before the page's scripts run. */
function enlargeText(): void {
  addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))
}

/** The state is reached once in each window; the second scheme is put on it there. */
async function photograph(browser: Browser, name: string, reach: Reach): Promise<void> {
  for (const [size, window] of windows) {
    const context = await browser.newContext({
      ...window,
      colorScheme: SCHEMES[0],
      baseURL: process.env['E2E_URL'] ?? '',
      ...SETTINGS,
      javaScriptEnabled: !name.startsWith('noscript'),
    })
    try {
      const page = await context.newPage()
      if (size === 'large') await page.addInitScript(enlargeText)
      await reach(page)
      if (size !== 'small') await growToPage(page)
      const schemes = size === 'print' ? [SCHEMES[0]] : SCHEMES
      if (size === 'print') await print(page, name)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        // Charts are drawn again in the colours of the scheme.
        await page.waitForTimeout(300)
        await page.screenshot({
          path: join(FOLDER, `${name}.${size}.${colorScheme}.png`),
          animations: 'disabled',
        })
      }
    } catch (error) {
      process.exitCode = 1
      console.error(`${name} (${size}): ${String(error)}`)
    } finally {
      await context.close()
    }
  }
  console.log(name)
}
