import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { JSHandle, Locator, Page } from '@playwright/test'

// What every page must hold in every state, and axe does not look at.

type RunOptions = Parameters<AxeBuilder['options']>[0]

/**
 * In the page: the targets that are smaller than 44 px either way, with their sizes. A field that is laid over or hidden in its label is as
 * large as that. A link within a sentence is as high as its line, as WCAG allows (2.5.8, inline).
 */
export function smallTargets(): string[] {
  const LEAST = 44
  const isInline = (target: Element) => {
    if (target.tagName !== 'A' || getComputedStyle(target).display !== 'inline') return false
    const block = target.parentElement?.closest('p, li, dd, td, div')
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE || node instanceof HTMLElement
    const words = [...(block?.childNodes ?? [])].filter((node) => !node.contains(target) && isText(node))
    return words.some(({ textContent }) => textContent?.trim() !== '')
  }
  const boxOf = (target: Element) => {
    const label = target.closest('label')
    const isBox = target instanceof HTMLInputElement && /checkbox|radio|file/.test(target.type)
    return (isBox && label ? label : target).getBoundingClientRect()
  }
  const targets = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  return [...targets].flatMap((target) => {
    const shown = target.checkVisibility({ visibilityProperty: true }) && target.getClientRects().length > 0
    const { width, height } = boxOf(target)
    // Out of the page until it has the focus.
    const isAway = target.getBoundingClientRect().right <= 0
    if (!shown || isAway || isInline(target) || (width > LEAST - 0.5 && height > LEAST - 0.5)) return []
    const name = (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 20)
    return [`${target.tagName} ${name} ${Math.round(width)}×${Math.round(height)}`]
  })
}

/**
 * In the page: texts in letters below 14 px, which are hard to read, and fields in letters below 16 px, into which an iPhone zooms and does
 * not come back.
 */
export function smallText(): string[] {
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  const found = new Set<string>()
  const note = (element: Element, words: string) =>
    found.add(`${element.tagName} ${words.trim().slice(0, 20)} ${sizeOf(element)}px`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode
    const isShown =
      parentElement?.checkVisibility({ visibilityProperty: true }) && !parentElement.closest('script, style')
    if (parentElement && isShown && nodeValue?.trim() && sizeOf(parentElement) < 14)
      note(parentElement, nodeValue)
  }
  for (const field of document.querySelectorAll('input, select, textarea')) {
    if (
      field.checkVisibility() &&
      sizeOf(field) < 16 &&
      !/checkbox|radio|file/.test(field.getAttribute('type') ?? '')
    )
      note(field, '')
  }
  return [...found]
}

/** In the page: resolves once nothing came or went for so many milliseconds, or after some seconds where something always does. */
export async function whenStill(quiet: number): Promise<void> {
  const LONGEST = 4000
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, quiet)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(resolve, quiet)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    setTimeout(resolve, LONGEST)
  })
}

/**
 * In the page: the focused element, where all of it is covered or, if `needsFrame`, nothing frames it; null where it can be seen, undefined
 * where nothing has the focus.
 */
export function lostFocus(needsFrame: boolean): string | null | undefined {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
  const shown = focused.closest('label') ?? focused
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
  const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y]
  const points = [0.1, 0.5, 0.9].flatMap((a) => [0.15, 0.5, 0.85].map((b) => [x + width * a, y + height * b]))
  const over = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
  const seen = over.some((top) => top && (shown.contains(top) || top.contains(shown)))
  const framing = [
    focused,
    shown,
    focused.nextElementSibling,
    focused.parentElement,
    focused.parentElement?.parentElement,
  ]
  const isFramed = framing.some((one) => one && getComputedStyle(one).outlineStyle !== 'none')
  if (width > 0 && height > 0 && seen && (isFramed || !needsFrame)) return null
  return `${focused.tagName} ${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 20)}`
}

/** The controls that a keyboard reaches and that cannot be seen while they have the focus. */
export async function lostStops(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0))
  // After a key, a focus that a script gives is drawn as that of the keyboard.
  await page.keyboard.press('Tab')
  const look = (await page.evaluateHandle(`(${lostFocus.toString()})`)) as JSHandle<typeof lostFocus>
  return await page.evaluate((look) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )
    return [...controls].flatMap((control) => {
      if (control.tabIndex < 0) return []
      control.focus()
      // What is hidden or disabled takes no focus.
      return document.activeElement === control ? (look(true) ?? []) : []
    })
  }, look)
}

/** Times of day, and verdicts in headings, buttons and other phrases that are read at a glance: what matches, and within what. */
export const TIMES = ['\\d{1,2}(?::\\d{2}|時\\d{2}分)', '*'] as const
export const VERDICTS = [
  '(?:検出され|見つかり|判定でき)ませんでした。?',
  'h2, h3, summary, .by-phrase',
] as const

/** In the page: the texts like these that a line ends within, as in 「4:／10」 or 「検出されませんで／した」. */
export function torn([pattern, within]: readonly [pattern: string, within: string]): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (!node.parentElement?.closest(within)) continue
    for (const { index, 0: part } of (node.nodeValue ?? '').matchAll(new RegExp(pattern, 'g'))) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + part.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) found.push(`${node.parentElement?.tagName} ${node.nodeValue}`)
    }
  }
  return found
}

/** The text spacing that every page must bear, by WCAG 2.2 (1.4.12). */
export const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

export async function style(page: Page, rules: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}

/** In the page: what sticks out of the window, and the texts that are cut off by their boxes, but for the short form of a field's own text. */
export function troubles(): string[] {
  const name = (element: Element) => `${element.tagName} ${(element.textContent ?? '').trim().slice(0, 24)}`
  const wide = document.documentElement.scrollWidth > innerWidth
  const out = [...document.querySelectorAll('main *')].filter(
    (element) =>
      wide && element.getBoundingClientRect().right > innerWidth + 1 && element.children.length === 0,
  )
  const cut = [...document.querySelectorAll('main *, header *, footer *')].filter((element) => {
    const { overflowX, overflowY, clipPath, display } = getComputedStyle(element)
    const clips = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
    if (
      !clips ||
      clipPath !== 'none' ||
      display === 'inline' ||
      element.matches('input, textarea, progress, svg, [aria-hidden] *')
    )
      return false
    return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
  })
  return [...out.map((element) => `out: ${name(element)}`), ...cut.map((element) => `cut: ${name(element)}`)]
}

/** In the page: what moves or fades for more than a millisecond. What appears late, in one step, does not. */
export function moving(): string[] {
  const isLong = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > 0.001)
  return [...document.querySelectorAll('body, body *')].flatMap((element) => {
    const styles = [undefined, '::before', '::after', '::details-content'].map((part) =>
      getComputedStyle(element, part),
    )
    const moves = styles.some(
      ({ transitionDuration, animationName, animationDuration }) =>
        isLong(transitionDuration) || (animationName !== 'none' && isLong(animationDuration)),
    )
    return moves ? [`${element.tagName} ${(element.textContent ?? '').trim().slice(0, 20)}`] : []
  })
}

/** In the page: English of several words that a screen reader would read as Japanese. Names that posts and people have are theirs. */
export function unmarked(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode
    if (!parentElement || parentElement.closest('script, style, noscript, code, [lang="en"], [data-group]'))
      continue
    found.push(...(nodeValue?.match(/[A-Z][a-z]+(?: [A-Za-z]{2,})+/g) ?? []))
  }
  return found
}

/** In the page: buttons that look like plain text, since nothing frames or underlines them. */
export function bareButtons(): string[] {
  const isFramed = ({ borderStyle, borderWidth, textDecorationLine }: CSSStyleDeclaration) =>
    (borderStyle !== 'none' && borderWidth !== '0px') || textDecorationLine.includes('underline')
  return [...document.querySelectorAll('button, [data-button]')].flatMap((button) => {
    const shown = button.checkVisibility() && button.getClientRects().length > 0
    const words = button.textContent?.trim() ?? ''
    // A sign alone, such as ✕, is no word to be taken for text.
    return shown && words.length > 1 && !isFramed(getComputedStyle(button)) ? [words] : []
  })
}

/** The contrast of an element's words and their ground, by WCAG 2.2, as the browser paints the two colours: it is left to it to mix them. */
export async function contrastOf(element: Locator): Promise<number> {
  return await element.evaluate((target) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('The browser gives no canvas')
    const grounds: string[] = []
    for (let at: Element | null = target; at; at = at.parentElement) {
      grounds.unshift(getComputedStyle(at).backgroundColor)
    }
    const luminance = (colours: readonly string[]) => {
      for (const colour of colours) {
        pen.fillStyle = colour
        pen.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ground = luminance(grounds)
    const words = luminance([...grounds, getComputedStyle(target).color])
    return (Math.max(ground, words) + 0.05) / (Math.min(ground, words) + 0.05)
  })
}

type Scheme = 'light' | 'dark'

/** Asks axe about the page in the first of the schemes, then about its colours in the others: nothing else differs there. */
export async function expectFaultless(page: Page, name: string, schemes: readonly Scheme[]): Promise<void> {
  for (const [index, scheme] of schemes.entries()) {
    await show(page, scheme)
    const wanted: RunOptions =
      index === 0
        ? { rules: { 'label-content-name-mismatch': { enabled: true } } }
        : { runOnly: ['color-contrast', 'link-in-text-block'] }
    // Its other mode, for frames from elsewhere, hands all that it found to a second page: that takes five times as long.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({
      resultTypes: ['violations'],
      // Style sheets are fetched for a rule about orientation alone.
      preload: false,
      ...wanted,
    })
    const { violations } = await axe.analyze()
    expect.soft(violations, `${name}: what axe finds in ${scheme} colours`).toEqual([])
  }
}

/** Waits for what moves, too: colours on their way are neither those before nor those after. */
async function show(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
