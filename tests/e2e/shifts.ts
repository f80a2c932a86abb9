import type { Page } from '@playwright/test'
import { drawn } from './drawn.ts'

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

/** What moved up to what the browser has painted last. */
export async function shiftsOf(page: Page): Promise<string[]> {
  await drawn(page)
  return await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}
