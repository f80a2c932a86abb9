import type { Browser, CDPSession } from 'puppeteer-core'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { watchVisit } from './inPage.ts'
import { openBrowserTab } from './tab.ts'
import type { BrowserTab } from './tab.ts'

/** The figures of a visit: milliseconds, numbers of files, and CSS pixels from the top of the window. */
export const FIGURE_LABELS = {
  firstPaint: 'first paint, ms',
  largestPaint: 'largest paint, ms',
  longestLoading: 'longest task while loading, ms',
  longestChecking: 'longest task from typing to the verdict, ms',
  tapToChallenge: 'tap → challenge asked, ms',
  challengeToCheck: 'challenge answered → check asked, ms',
  checkToVerdict: 'check answered → verdict painted, ms',
  network: 'network of both calls, ms',
  beyondNetwork: 'tap → verdict painted beyond the network, ms',
  search: 'search of the counter, ms (luck)',
  beyondSearch: 'tap → verdict painted beyond the network and the search, ms',
  files: 'files fetched after the tap',
  place: 'verdict from the top of the window of 740, px',
}

export type VisitFigures = Record<keyof typeof FIGURE_LABELS, number>

/** The network of a slow phone: round trip in milliseconds, and bytes per second. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PHONE_SCREEN = { width: 360, height: 740, deviceScaleFactor: 1, mobile: true }

const ACCOUNT = 'sbx_mixed'
const VERDICT = resultText.verdict.none

const IDLE_MS = 3_000
const SETTLE_MS = 500
const KEY_INTERVAL_MS = 100

const TOUCH_MS = 80

export async function measureVisit(browser: Browser, url: string, slowdown: number): Promise<VisitFigures> {
  const tab = await openBrowserTab(browser)
  try {
    const { session, evaluate } = tab
    await beSlowPhone(session, slowdown)
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${watchVisit})(${JSON.stringify(VERDICT)})`,
    })
    await open(session, url)
    await rest(IDLE_MS)
    const loaded = await evaluate(() => performance.now())
    await tap(tab, text.form.user.label)
    for (const letter of ACCOUNT) {
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter })
      await rest(KEY_INTERVAL_MS)
    }
    const before = await evaluate(filesInPage)
    await tap(tab, text.form.user.submit)
    await evaluate(() => globalThis.visitNotes.verdict)
    await rest(SETTLE_MS)
    return await readFigures(tab, loaded, before)
  } finally {
    await tab.close()
  }
}

async function beSlowPhone(session: CDPSession, slowdown: number): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', PHONE_SCREEN)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await session.send('Emulation.setLocaleOverride', { locale: 'ja-JP' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
}

async function open(session: CDPSession, url: string): Promise<void> {
  await session.send('Page.enable')
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true })
  const opened = Promise.withResolvers<void>()
  const { loaderId } = await session.send('Page.navigate', { url })
  session.on('Page.lifecycleEvent', (event) => {
    if (event.name === 'networkIdle' && event.loaderId === loaderId) opened.resolve()
  })
  await opened.promise
}

/** Taps the middle of a button or of a labelled field. The click begins when the finger is lifted. */
async function tap({ session, evaluate }: BrowserTab, name: string): Promise<void> {
  const place = await evaluate(middleInPage, name)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await rest(TOUCH_MS)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

function middleInPage(name: string): { x: number; y: number } {
  const named = [...document.querySelectorAll('label, button')].find(
    ({ textContent }) => textContent === name,
  )
  const control = named instanceof HTMLLabelElement ? named.control : named
  if (!control) throw new Error(`The page has no button and no labelled field with the name ${name}`)
  const { x, y, width, height } = control.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

function filesInPage(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('/assets/'))
}

async function readFigures(
  { evaluate }: BrowserTab,
  loaded: number,
  before: string[],
): Promise<VisitFigures> {
  const files = (await evaluate(filesInPage)).filter((name) => !before.includes(name)).length
  const { tasks, tap, painted, largestPaint, firstPaint, challenge, search, check, place } = await evaluate(
    readInPage,
    VERDICT,
  )
  const longest = (from: number, to: number) =>
    Math.max(0, ...tasks.filter(({ start }) => start >= from && start < to).map(({ duration }) => duration))
  const network = challenge.answered - challenge.asked + check.answered - check.asked
  return {
    firstPaint,
    largestPaint,
    longestLoading: longest(0, loaded),
    longestChecking: longest(loaded, painted),
    tapToChallenge: challenge.asked - tap,
    challengeToCheck: check.asked - challenge.answered,
    checkToVerdict: painted - check.answered,
    network,
    beyondNetwork: painted - tap - network,
    search,
    beyondSearch: painted - tap - network - search,
    files,
    place,
  }
}

async function readInPage(verdict: string) {
  const call = (path: string) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const entry = entries.find(({ name }) => name.endsWith(path))
    return { asked: entry?.startTime ?? Number.NaN, answered: entry?.responseEnd ?? Number.NaN }
  }
  const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === verdict)
  const { tasks, tap, largestPaint, verdict: painted } = globalThis.visitNotes
  return {
    tasks,
    tap,
    largestPaint,
    painted: await painted,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    challenge: call('/api/generate-keyvalue'),
    search: performance.getEntriesByName('pow:solve')[0]?.duration ?? Number.NaN,
    check: call('/api/check-by-user'),
    place: heading?.getBoundingClientRect().top ?? Number.NaN,
  }
}

async function rest(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
