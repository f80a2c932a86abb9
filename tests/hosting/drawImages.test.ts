import { expect, it } from 'vitest'
import { drawImages } from '../../build/site/files.ts'
import { pngSize } from './pngSize.ts'

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
