import type { Locator } from '@playwright/test'

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
