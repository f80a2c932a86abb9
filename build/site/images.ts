import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { readFileSync } from 'node:fs'
import { SITE_MARK } from '../../src/lib/mark.ts'
import { COLOURS } from '../../src/styles/colours.ts'

const MARK_DRAWING = [
  `<path d="${SITE_MARK.lens}" fill="none" stroke="currentColor" stroke-width="${SITE_MARK.width}" stroke-linecap="round"/>`,
  `<path d="${SITE_MARK.seen}" fill="currentColor"/>`,
  `<path d="${SITE_MARK.hidden}" fill="currentColor" opacity="${SITE_MARK.faint}"/>`,
].join('')

/** The mark in white on the accent colour. It lies within the circle that no platform's mask cuts: a radius of 40 % of the width. */
function tile(radius: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${radius}" fill="${COLOURS.accent[0]}"/><g color="${COLOURS['on-accent'][0]}" transform="translate(112 112) scale(9)">${MARK_DRAWING}</g></svg>`
}

/** The icon of the page's tab: the mark alone, in the accent colour of the browser's scheme. */
export function drawTabIcon(): string {
  const [light, dark] = COLOURS.accent
  const style = `svg{color:${light}}@media(prefers-color-scheme:dark){svg{color:${dark}}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SITE_MARK.size} ${SITE_MARK.size}"><style>${style}</style>${MARK_DRAWING}</svg>\n`
}

/** The drawing has the names of colours (`var(--text)`), of which it gets the light ones. */
function card(): string {
  const drawing = readFileSync(new URL('../art/card.svg', import.meta.url), 'utf8')
  const light = Object.entries(COLOURS).map(([name, [colour]]) => [`var(--${name})`, colour] as const)
  const coloured = light.reduce((filled, [name, colour]) => filled.replaceAll(name, colour), drawing)
  return coloured.replace('</svg>', `<defs><g id="mark">${MARK_DRAWING}</g></defs></svg>`)
}

const SQUARE_ICON = tile(0)
const ROUNDED_ICON = tile(112)

const IMAGES: Record<string, [drawing: string, width: number]> = {
  'card.png': [card(), 1200],
  'icon-192.png': [ROUNDED_ICON, 192],
  'icon-512.png': [ROUNDED_ICON, 512],
  'icon-maskable.png': [SQUARE_ICON, 512],
  'apple-touch-icon.png': [SQUARE_ICON, 180],
}

let ready: Promise<void> | undefined

/** Draws the card and the icons as PNG. The card holds outlines instead of text, so the result does not depend on installed fonts. */
export async function drawSiteImages(): Promise<Record<string, Uint8Array>> {
  const wasm = new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
  await (ready ??= initWasm(readFileSync(wasm)))
  return Object.fromEntries(
    Object.entries(IMAGES).map(([name, [svg, value]]) => [
      name,
      new Resvg(svg, { fitTo: { mode: 'width', value } }).render().asPng(),
    ]),
  )
}
