import { assert, integer, property, string } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COLOURS, STYLES, TONES, drawPicture, wrapText } from '../../../src/lib/picture.ts'
import type { Picture } from '../../../src/lib/picture.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'
import { recordingCanvas, wordsOf } from './recordingPen.ts'

describe('drawPicture', () => {
  const PLAIN: Picture = {
    title: 'Site',
    about: '10時',
    name: '@name',
    tone: 'warning',
    headline: 'Answer',
    lines: ['one', 'two'],
    items: [],
    warning: '',
    url: 'https://site.test/',
  }

  let made: ReturnType<typeof recordingCanvas>
  beforeEach(() => {
    made = recordingCanvas()
    vi.stubGlobal('document', {
      createElement: (tag: string) => (tag === 'canvas' ? made.canvas : undefined),
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('draws the whole picture, from the ground to the address', async () => {
    expect(await drawPicture(PLAIN)).toBe(made.blob)
    expect([made.canvas.width, made.canvas.height]).toEqual([1200, 675])
    const left = 'left'
    expect(made.drawn).toEqual([
      { box: [0, 0, 1200, 675], colour: COLOURS.ground },
      {
        words: 'Site',
        left: 56,
        middle: 56 + 51 / 2,
        colour: STYLES.title.colour,
        font: '700 34',
        align: left,
      },
      // Two digits and a full-width letter of 28 pixels end at the right margin.
      { words: '10時', left: 1144 - 56, middle: 61 + 21, colour: COLOURS.muted, font: '400 28', align: left },
      { box: [56, 115, 1088, 2], colour: COLOURS.line },
      {
        words: 'https://site.test/',
        left: 56,
        middle: 598,
        colour: COLOURS.muted,
        font: '400 28',
        align: left,
      },
      // Sign and words are centred on each other, and both in what is left.
      { disc: [112, 350, 56], colour: TONES.warning.ground, round: true },
      { words: '！', left: 112, middle: 350, colour: TONES.warning.colour, font: '700 56', align: 'center' },
      { words: '@name', left: 200, middle: 273.5, colour: COLOURS.text, font: '400 34', align: left },
      { words: 'Answer', left: 200, middle: 336.5, colour: COLOURS.text, font: '700 50', align: left },
      { words: 'one', left: 200, middle: 393.5, colour: COLOURS.muted, font: '400 26', align: left },
      { words: 'two', left: 200, middle: 432.5, colour: COLOURS.muted, font: '400 26', align: left },
    ])
  })

  it('draws a warning above the address, in its own colour', async () => {
    await drawPicture({ ...PLAIN, warning: 'All of this is invented' })
    const warning = made.drawn.find((part) => 'words' in part && part.words === 'All of this is invented')
    expect(warning).toMatchObject({ colour: TONES.warning.colour, font: '700 28', left: 56, middle: 556 })
    expect(made.drawn).toContainEqual(expect.objectContaining({ words: PLAIN.url, middle: 598 }))
  })

  it('draws items two a row, each with its sign and its state in its own colour', async () => {
    const items = [
      { name: 'A', gloss: 'what A means', tone: 'ok', state: 'clear' },
      { name: 'B', gloss: 'what B means', tone: 'excluded', state: 'found' },
      { name: 'C', gloss: 'what C means', tone: 'unknown', state: 'not judged', own: 'seen' },
    ] as const
    await drawPicture({ ...PLAIN, items })
    const from = wordsOf(made.drawn).indexOf('✓')
    expect(wordsOf(made.drawn).slice(from)).toEqual([
      '✓',
      'A',
      'what A means',
      'clear',
      '✕',
      'B',
      'what B means',
      'found',
      '？',
      'C',
      'what C means',
      'not judged',
      'seen',
    ])
    const place = (words: string) => made.drawn.find((part) => 'words' in part && part.words === words)
    expect(place('✓')).toMatchObject({ left: 84, colour: TONES.ok.colour, font: '700 28', middle: 421 })
    expect(place('A')).toMatchObject({ left: 132, colour: COLOURS.text, font: '700 30', middle: 383.5 })
    expect(place('what A means')).toMatchObject({
      left: 132,
      colour: COLOURS.muted,
      font: '400 22',
      middle: 422.5,
    })
    expect(place('clear')).toMatchObject({ left: 132, colour: TONES.ok.colour, font: '400 28', middle: 460 })
    expect(place('B')).toMatchObject({ left: 676, middle: 383.5 })
    expect(place('found')).toMatchObject({ left: 676, colour: TONES.excluded.colour })
    expect(place('C')).toMatchObject({ left: 132, middle: 507.5 })
    expect(place('not judged')).toMatchObject({ colour: TONES.unknown.colour, font: '400 28' })
    expect(place('seen')).toMatchObject({ left: 132, colour: COLOURS.text, font: '400 22', middle: 621.5 })
    expect(made.drawn).toContainEqual({ disc: [84, 421, 28], colour: TONES.ok.ground, round: true })
    expect(made.drawn).toContainEqual({ disc: [84, 561.5, 28], colour: TONES.unknown.ground, round: true })
  })

  it('sets a long headline smaller', async () => {
    const font = async (headline: string) => {
      await drawPicture({ ...PLAIN, headline })
      return made.drawn.find((part) => 'words' in part && part.words === headline)
    }
    expect(await font('x'.repeat(31))).toMatchObject({ font: '700 50' })
    expect(await font('x'.repeat(32))).toMatchObject({ font: '700 40' })
  })

  it('grows with what it holds, and writes nothing over the margins', async () => {
    await drawPicture({ ...PLAIN, lines: Array.from({ length: 20 }, (_, line) => `line ${line}`) })
    expect(made.canvas.height).toBe(1167)
    expect(made.drawn).toContainEqual(expect.objectContaining({ words: PLAIN.url, middle: 1167 - 77 }))
    expect(made.drawn).toContainEqual(expect.objectContaining({ words: '@name', middle: 168.5 }))
  })

  it('keeps the sign whole beside few words', async () => {
    await drawPicture({ ...PLAIN, name: '', lines: [] })
    expect(made.drawn).toContainEqual(expect.objectContaining({ disc: [112, 350, 56] }))
    expect(made.drawn).toContainEqual(expect.objectContaining({ words: 'Answer', middle: 350 }))
  })

  it('breaks long words into lines of the width that is left', async () => {
    await drawPicture({ ...PLAIN, lines: ['あ'.repeat(40)], warning: 'い'.repeat(50) })
    expect(wordsOf(made.drawn).filter((words) => words.startsWith('あ'))).toEqual([
      'あ'.repeat(36),
      'あ'.repeat(4),
    ])
    expect(wordsOf(made.drawn).filter((words) => words.startsWith('い'))).toEqual([
      'い'.repeat(38),
      'い'.repeat(12),
    ])
  })

  it('fails where the browser gives no canvas, or no picture comes out', async () => {
    made.canvas.toBlob = (done) => done(null)
    await expect(drawPicture(PLAIN)).rejects.toThrow('No picture came out')
    made.canvas.getContext = () => null
    await expect(drawPicture(PLAIN)).rejects.toThrow('The browser gives no canvas')
  })
})

describe('wrapText', () => {
  /** Full-width characters count two. */
  const measure = (words: string) =>
    [...words].reduce((sum, character) => sum + (character > '\u2000' ? 2 : 1), 0)

  it('breaks no word of a headline', () => {
    expect(wrapText(resultText.verdict.none, 24, measure)).toEqual(['シャドウバンは', '検出されませんでした'])
    expect(wrapText(reportText.verdict.accountClear('2026年7月'), 44, measure)).toEqual([
      'アカウント全体への制限はありませんでした',
      '（2026年7月）',
    ])
  })

  it('keeps all text, and makes no line too wide that could be narrower', () => {
    assert(
      property(string({ unit: 'grapheme' }), integer({ min: 2, max: 40 }), (sentence, width) => {
        const plain = sentence.replace(/\s/gu, '')
        const lines = wrapText(sentence, width, measure)
        expect(lines.join('').replace(/\s/gu, '')).toBe(plain)
        for (const line of lines) expect(measure(line) <= width || [...line].length === 1).toBe(true)
      }),
    )
  })

  it('takes a line that just fits, and leaves the space at its end out of the measure', () => {
    expect(wrapText('ab cd', 5, measure)).toEqual(['ab cd'])
    expect(wrapText('ab cd', 4, measure)).toEqual(['ab', 'cd'])
    expect(wrapText('ab cd ', 5, measure)).toEqual(['ab cd'])
    expect(wrapText('a bcde', 4, measure)).toEqual(['a', 'bcde'])
    expect(wrapText('あい', 4, measure)).toEqual(['あい'])
  })

  it('breaks a word that alone is too wide, and goes on behind it', () => {
    expect(wrapText('abcdef', 4, measure)).toEqual(['abcd', 'ef'])
    expect(wrapText('a bcdefg', 4, measure)).toEqual(['a bc', 'defg'])
    expect(wrapText('', 4, measure)).toEqual([])
  })
})
