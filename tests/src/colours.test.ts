import { describe, expect, it } from 'vitest'
import { COLOURS } from '../../src/styles/colours.ts'

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
const GROUNDS = ['page', 'surface', 'sunken'] as const
type ColourName = keyof typeof COLOURS

it('the contrast of black and white is computed correctly', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colour = (name: ColourName) => COLOURS[name][scheme === 'light' ? 0 : 1]
  const least = (names: readonly ColourName[], grounds: readonly ColourName[]) =>
    Math.min(...names.flatMap((name) => grounds.map((ground) => contrast(colour(name), colour(ground)))))

  it('words can be read on every ground (1.4.3)', () => {
    expect(least(['text', 'muted', 'accent', 'ok', 'excluded', 'warning'], GROUNDS)).toBeGreaterThanOrEqual(
      4.5,
    )
    for (const name of ['ok', 'excluded', 'warning'] as const) {
      expect(least([name], [`${name}-ground`])).toBeGreaterThanOrEqual(4.5)
    }
    expect(least(['muted'], ['unknown-ground'])).toBeGreaterThanOrEqual(4.5)
    expect(least(['on-accent'], ['accent'])).toBeGreaterThanOrEqual(4.5)
  })

  it('frames of fields, the focus and bars can be told from every ground (1.4.11)', () => {
    expect(least(['control-line', 'accent', 'ok', 'excluded', 'warning'], GROUNDS)).toBeGreaterThanOrEqual(3)
  })
})
