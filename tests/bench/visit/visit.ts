import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { watchVisit } from './inPage.ts'
import type { Notes } from './inPage.ts'

/** One visit's figures: milliseconds, numbers of files, and CSS pixels from the window's top. */
export type Figures = {
  firstPaint: number
  largestPaint: number
  longestLoading: number
  longestChecking: number
  tapToChallenge: number
  challengeToCheck: number
  checkToVerdict: number
  network: number
  beyondNetwork: number
  files: number
  place: number
}

/** A slow phone on a slow line: round trips in milliseconds, and bytes a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const WINDOW = { width: 360, height: 740 }

/** An account with posts of every kind, and what the page says of it. */
const ACCOUNT = 'sbx_mixed'
const VERDICT = resultText.verdict.none

/** Rest between the load and the first touch, after our own preparations, and between two keys, in milliseconds. */
const IDLE = 3_000
const SETTLE = 500
const KEY = 100

/** How long a finger rests on the button, in milliseconds. */
const TOUCH = 80

/** Opens the page with an empty cache, types a name into it and checks it. */
export async function visit(browser: Browser, url: string, slowdown: number): Promise<Figures> {
  const context = await browser.newContext({
    viewport: WINDOW,
    hasTouch: true,
    isMobile: true,
    locale: 'ja-JP',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchVisit, VERDICT)

    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(IDLE)
    const field = page.getByLabel(text.form.user.label)
    const loaded = await page.evaluate(() => performance.now())
    await bringOwnScripts(page)
    const focused = await page.evaluate(() => performance.now())
    await field.click({ position: { x: 60, y: 10 } })
    await page.evaluate(() => Object.assign(Reflect.get(globalThis, 'visitNotes'), { tap: 0 }))
    await field.pressSequentially(ACCOUNT, { delay: KEY })
    const before = await filesOf(page)
    await tap(devtools, page.getByRole('button', { name: text.form.user.submit }))
    await page.waitForFunction(() => Reflect.get(globalThis, 'visitNotes').verdict > 0)
    await page.waitForTimeout(500)
    return await figuresOf(page, { loaded, focused, before })
  } finally {
    await context.close()
  }
}

/** Playwright brings a large script of its own into the page when it first looks for something or waits: not while figures are taken. */
async function bringOwnScripts(page: Page): Promise<void> {
  await page.getByRole('button', { name: text.form.user.submit }).isDisabled()
  await page.waitForFunction(() => true)
  await page.waitForTimeout(SETTLE)
}

/** A finger on the middle of the element; its tap begins where the finger leaves. */
async function tap(devtools: CDPSession, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to tap')
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await new Promise((resolve) => setTimeout(resolve, TOUCH))
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Names of the built files that the page has asked for. */
async function filesOf(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/')),
  )
}

/** When the loading was over and the typing began, and the files that were there before the tap. */
type Moments = { loaded: number; focused: number; before: string[] }

async function figuresOf(page: Page, { loaded, focused, before }: Moments): Promise<Figures> {
  const files = (await filesOf(page)).filter((name) => !before.includes(name)).length
  const { notes, firstPaint, challenge, check, place } = await page.evaluate((verdict) => {
    const call = (path: string) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const entry = entries.find(({ name }) => name.endsWith(path))
      return { asked: entry?.startTime ?? Number.NaN, answered: entry?.responseEnd ?? Number.NaN }
    }
    return {
      notes: Reflect.get(globalThis, 'visitNotes') as Notes,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      challenge: call('/api/generate-keyvalue'),
      check: call('/api/check-by-user'),
      place:
        [...document.querySelectorAll('main h2')]
          .find(({ textContent }) => textContent === verdict)
          ?.getBoundingClientRect().top ?? Number.NaN,
    }
  }, VERDICT)
  const longest = (from: number, to: number) =>
    Math.max(
      0,
      ...notes.tasks.filter(({ start }) => start >= from && start < to).map(({ duration }) => duration),
    )
  const network = challenge.answered - challenge.asked + check.answered - check.asked
  return {
    firstPaint,
    largestPaint: notes.largestPaint,
    longestLoading: longest(0, loaded),
    longestChecking: longest(focused, notes.verdict),
    tapToChallenge: challenge.asked - notes.tap,
    challengeToCheck: check.asked - challenge.answered,
    checkToVerdict: notes.verdict - check.answered,
    network,
    beyondNetwork: notes.verdict - notes.tap - network,
    files,
    place,
  }
}
