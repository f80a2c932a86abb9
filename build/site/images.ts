import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { readFileSync } from 'node:fs'
import { SITE_MARK } from '../../src/lib/mark.ts'

const MARK_DRAWING = [
  `<path d="${SITE_MARK.lens}" fill="none" stroke="currentColor" stroke-width="${SITE_MARK.width}" stroke-linecap="round"/>`,
  `<path d="${SITE_MARK.seen}" fill="currentColor"/>`,
  `<path d="${SITE_MARK.hidden}" fill="currentColor" opacity="${SITE_MARK.faint}"/>`,
].join('')

/** The mark in white on the accent colour. It lies within the circle that no platform's mask cuts: a radius of 40 % of the width. */
function tile(radius: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${radius}" fill="#1f5bd8"/><g color="#fff" transform="translate(112 112) scale(9)">${MARK_DRAWING}</g></svg>`
}

function card(): string {
  const drawing = readFileSync(new URL('../art/card.svg', import.meta.url), 'utf8')
  return drawing.replace('</svg>', `<defs><g id="mark">${MARK_DRAWING}</g></defs></svg>`)
}

const SQUARE = tile(0)
const ROUND = tile(112)

const IMAGES: Record<string, [drawing: string, width: number]> = {
  'card.png': [card(), 1200],
  'icon-192.png': [ROUND, 192],
  'icon-512.png': [ROUND, 512],
  'icon-maskable.png': [SQUARE, 512],
  'apple-touch-icon.png': [SQUARE, 180],
}

let ready: Promise<void> | undefined

/** Draws the card and the icons. The card holds outlines instead of text, so the result does not depend on installed fonts. */
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
