import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8')

/** The tokens that are colours: that of the light scheme and that of the dark one. */
const TOKENS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Grounds on which most things stand. */
const GROUNDS = ['page', 'surface', 'sunken']

it('the contrast of black and white is computed correctly, and the colours are found', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(TOKENS.size).toBeGreaterThan(15)
})

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colour = (name: string) => TOKENS.get(name)?.[scheme] ?? ''
  const least = (names: string[], grounds: string[]) =>
    Math.min(...names.flatMap((name) => grounds.map((ground) => contrast(colour(name), colour(ground)))))

  it('words can be read on every ground (1.4.3)', () => {
    expect(least(['text', 'muted', 'accent', 'ok', 'excluded', 'quote'], GROUNDS)).toBeGreaterThanOrEqual(4.5)
    for (const name of ['ok', 'excluded', 'quote']) {
      expect(least([name], [`${name}-ground`])).toBeGreaterThanOrEqual(4.5)
    }
    expect(least(['muted'], ['error-ground'])).toBeGreaterThanOrEqual(4.5)
    expect(least(['on-accent'], ['accent'])).toBeGreaterThanOrEqual(4.5)
  })

  it('frames of fields, the focus and bars can be told from every ground (1.4.11)', () => {
    expect(least(['control-line', 'accent', 'ok', 'excluded', 'quote'], GROUNDS)).toBeGreaterThanOrEqual(3)
  })
})
