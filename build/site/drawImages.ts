import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** Each image of the site: the drawing it is made from, and its width in pixels. */
const IMAGES = {
  'card.png': ['../art/card.svg', 1200],
  'icon-192.png': ['../../public/icon.svg', 192],
  'icon-512.png': ['../../public/icon.svg', 512],
  'icon-maskable.png': ['../art/icon-maskable.svg', 512],
  'apple-touch-icon.png': ['../art/icon-maskable.svg', 180],
} as const

let ready: Promise<void> | undefined

/** Draws the card and the icons. The drawings hold outlines instead of text, so the result does not depend on installed fonts. */
export async function drawImages(): Promise<Record<string, Uint8Array>> {
  await (ready ??= initWasm(
    readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))),
  ))
  return Object.fromEntries(
    Object.entries(IMAGES).map(([name, [drawing, width]]) => {
      const svg = readFileSync(new URL(drawing, import.meta.url), 'utf8')
      return [name, new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()]
    }),
  )
}
