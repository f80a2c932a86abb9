import { createHash } from 'node:crypto'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { checked } from './steps.ts'

/** README's picture: the account check with a result. */
export const readmePicture = {
  file: 'docs/screenshot.png',
  facts: 'docs/screenshot.txt',
  window: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } satisfies BrowserContextOptions,
  reach: checked('sbx_all_bans'),
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Pixels from the top of the picture. Its lower end is left out, because other fonts move parts across it. */
const SEEN_HEIGHT = 640

/**
 * What can be seen in the picture, in words: names and texts in their order, the site's mark, and the colours and sizes of some parts. Dates,
 * times and the posts of the sandbox, which change from day to day, are left out. If it differs from the file of facts, the picture is no longer that of the page.
 */
export async function factsOf(page: Page): Promise<string> {
  const seen = await page.evaluate((seenHeight) => {
    const isSeen = (element: Element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      return (
        height > 0 &&
        top >= 0 &&
        bottom <= seenHeight &&
        element.checkVisibility({ visibilityProperty: true })
      )
    }
    const words = [...document.querySelectorAll('h1, h2, h3, p, a, button, label, summary, li')]
      .filter((element) => isSeen(element) && !element.closest('li[data-group]'))
      .map(
        (element) => `${element.tagName.toLowerCase()} ${element.textContent.replaceAll(/\s+/g, ' ').trim()}`,
      )
    const mark = document.querySelector('header svg')?.innerHTML ?? ''
    const look = ['body', 'header', 'h1', 'main section', 'main button', 'main a'].map((selector) => {
      const element = document.querySelector(selector)
      if (!element) return `${selector}: none`
      const { color, backgroundColor, borderRadius, fontSize, fontWeight } = getComputedStyle(element)
      return `${selector}: ${[color, backgroundColor, borderRadius, fontSize, fontWeight].join(' ')}`
    })
    return [...words, mark, ...look].join('\n')
  }, SEEN_HEIGHT)
  return seen.replaceAll(/(?:\d+年)?\d+月\d+日/g, 'DATE').replaceAll(/\d+:\d\d|\d+時\d+分/g, 'TIME')
}
