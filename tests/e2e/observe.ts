import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Waits until what the page has done so far is on the screen, and told of: the browser tells of a shift after the frame that shows it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  })
}

/** Notes all words that the page writes into pictures; to be called before the page is opened. Resolves to them, in order. */
export async function noteDrawnWords(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const noted = Object.assign(window, { drawnWords: '' })
    const pen = CanvasRenderingContext2D.prototype
    const write = pen.fillText
    pen.fillText = function (words, ...place) {
      noted.drawnWords += words
      write.call(this, words, ...place)
    }
  })
  return () => page.evaluate(() => (window as typeof window & { drawnWords: string }).drawnWords)
}

/** Names of the built files that the page asks for from now on. */
export function filesFrom(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) files.push(request.url())
  })
  return files
}

/** Waits until the page has asked for a built script and has it, with all that it imports. */
export async function fetched(page: Page, files: readonly string[], name: string): Promise<void> {
  const find = () => files.find((file) => file.includes(`/${name}-`))
  await expect.poll(find).toBeDefined()
  // A script that was asked for is not asked for again.
  await page.evaluate((file) => import(file), find() ?? '')
}

/** Waits until the page has asked for the kernel that its first worker compiles. */
export async function warm(files: readonly string[]): Promise<void> {
  await expect.poll(() => files.some((file) => file.includes('/rolled-1-'))).toBe(true)
}

/** Whether a page asks for this by itself, while it is idle or as posts come near the window: it tells nothing of the visitor. */
export function isPrefetched(url: string): boolean {
  return /\/api\/(?:oembed|capabilities)|\/assets\//.test(url)
}

/** In the page: lists what moves by itself from now on, or since it was opened. What moves by the visitor's own tap or key is left out. */
export function watchShifts(buffered: boolean): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: Source[] }
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x},${y}`
  const wordsOf = ({ node, previousRect, currentRect }: Source) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.outerHTML.slice(0, 80) ?? 'gone'}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`
  }
  new PerformanceObserver((found) => {
    for (const { hadRecentInput, sources } of found.getEntries() as Shift[]) {
      if (!hadRecentInput) shifts.push(sources.map(wordsOf).join('\n'))
    }
  }).observe({ type: 'layout-shift', buffered })
}

/** In the page: what was told of so far. */
export const shifts = (): string[] => (window as unknown as { shifts: string[] }).shifts

/** What moved up to what the browser has painted last. */
export async function shiftsOf(page: Page): Promise<string[]> {
  await drawn(page)
  return await page.evaluate(shifts)
}

/** Counts the documents that the page's window asks for. */
export function countLoads(page: Page): { count: number } {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count++
  })
  return loads
}

/** All that the page asks for from now on: method, address, headers and body. */
export function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers())
    asked.push(`${request.method()} ${request.url()} ${headers} ${request.postData()}`)
  })
  return asked
}

/** What is shown on the page and can only be pressed. */
export const pressable = (page: Page): Promise<string[]> =>
  page
    .locator('main')
    .locator('button, [data-button]')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => `${one.tagName} ${(one.textContent ?? '').trim().slice(0, 20)}`))

type Table = 'batches' | 'checks' | 'observations' | 'settings' | 'runs'

/**
 * All values in a table of the device's log, or of the profiler's runs; none before there is one. What the page does to it ends some time after the page shows it, and is
 * lost if the page is left before: to be waited for.
 */
export const tableOf = (page: Page, table: Table): Promise<unknown[]> =>
  page.evaluate(async (table) => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const all = await indexedDB.databases()
    const database = table === 'runs' ? 'pow' : 'shadowban-log'
    if (!all.some(({ name }) => name === database)) return []
    const log = await ended(indexedDB.open(database))
    const values = await ended(log.transaction(table).objectStore(table).getAll())
    log.close()
    return values
  }, table)

/** Notes what each document sends to the API, which the driver cannot read from requests made with a `Request`. Returns the bodies sent to a path. */
export async function noteBodies(page: Page): Promise<(path: string) => Promise<Record<string, unknown>[]>> {
  await page.addInitScript(() => {
    const sent: [path: string, body: string][] = []
    const platformFetch = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (input instanceof Request && input.method === 'POST') {
        sent.push([new URL(input.url).pathname, await input.clone().text()])
      }
      return await platformFetch(input, init)
    }
    Object.assign(globalThis, { sent })
  })
  return (path) =>
    page.evaluate(
      (path) =>
        (globalThis as unknown as { sent: [string, string][] }).sent
          .filter(([to]) => to === path)
          .map(([, body]) => JSON.parse(body)),
      path,
    )
}
