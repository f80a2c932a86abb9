import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drawImages } from '../../build/site/images.ts'
import { MARK } from '../../src/ui/mark.ts'
import { pngSize } from './buildFor.ts'

it('draws the card and the icons in the sizes that pages, phones and the manifest name, as often as it is asked', async () => {
  const sizes = async () =>
    Object.fromEntries(Object.entries(await drawImages()).map(([name, png]) => [name, pngSize(png)]))
  const expected = {
    'card.png': '1200x630',
    'icon-192.png': '192x192',
    'icon-512.png': '512x512',
    'icon-maskable.png': '512x512',
    'apple-touch-icon.png': '180x180',
  }
  expect(await sizes()).toEqual(expected)
  expect(await sizes()).toEqual(expected)
})

it('shows the same mark in the tab of a browser as on the page, in a colour that is seen on light and dark', () => {
  const icon = readFileSync(join(import.meta.dirname, '../../public/icon.svg'), 'utf8')
  for (const path of [MARK.lens, MARK.seen, MARK.hidden]) expect(icon).toContain(`d="${path}"`)
  expect(icon).toContain(`stroke-width="${MARK.width}"`)
  expect(icon).toContain('@media(prefers-color-scheme:dark)')
})
