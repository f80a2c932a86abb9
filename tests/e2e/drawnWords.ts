import type { Page } from '@playwright/test'

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
