import { assert, integer, property, string } from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawPicture, wrapText } from '../../../src/lib/picture.ts'
import type { Picture } from '../../../src/lib/picture.ts'
import { COLOURS, WARNING_BAR_COLOUR } from '../../../src/styles/colours.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'
import { SITE_MARK } from '../../../src/lib/mark.ts'
import { RecordedPath, recordingCanvas, wordsOf } from './recordingContext.ts'

const PLAIN: Picture = {
  title: 'Site',
  about: '10時',
  name: '@name',
  tone: 'warning',
  headline: 'Answer',
  lines: ['one', 'two'],
  bans: [],
  warning: '',
  url: 'https://site.test/',
}

let made: ReturnType<typeof recordingCanvas>
beforeEach(() => {
  made = recordingCanvas()
  vi.stubGlobal('Path2D', RecordedPath)
  vi.stubGlobal('document', { createElement: (tag: string) => (tag === 'canvas' ? made.canvas : undefined) })
})
afterEach(() => void vi.unstubAllGlobals())

type Part = ReturnType<typeof recordingCanvas>['drawn'][number]
const place = (words: string) => made.drawn.find((part) => 'words' in part && part.words === words)
const bars = () => made.drawn.flatMap((part: Part) => ('line' in part ? [part] : []))

it('a picture is drawn whole, from the background to the address', async () => {
  expect(await drawPicture(PLAIN)).toBe(made.blob)
  expect([made.canvas.width, made.canvas.height]).toEqual([1200, 675])
  expect(made.drawn.slice(0, 4)).toEqual([
    { box: [0, 0, 1200, 675], colour: COLOURS.surface[0] },
    { mark: SITE_MARK.lens },
    { mark: SITE_MARK.seen },
    { mark: SITE_MARK.hidden },
  ])
  expect(wordsOf(made.drawn)).toEqual(['Site', '@name・10時', 'Answer', 'one', 'two', 'https://site.test/'])
  expect(place('Site')).toMatchObject({
    left: 116,
    middle: 78.5,
    colour: COLOURS.text[0],
    font: '700 32',
  })
  // Seven letters of half and two of the whole width of 24 pixels end at the right margin.
  expect(place('@name・10時')).toMatchObject({
    left: 1144 - 11 * 12,
    font: '400 24',
    colour: COLOURS.muted[0],
  })
  expect(place('Answer')).toMatchObject({ left: 56, font: '700 60' })
  expect(place('https://site.test/')).toMatchObject({ left: 56, middle: 675 - 56 - 17, font: '400 24' })
})

it('a picture has a warning above its address, in a colour of its own', async () => {
  await drawPicture({ ...PLAIN, warning: 'Invented' })
  expect(place('Invented')).toMatchObject({ colour: COLOURS.warning[0], font: '700 28', left: 56 })
  expect(wordsOf(made.drawn).slice(-2)).toEqual(['Invented', PLAIN.url])
})

it('a picture has a bar for each ban above their names, each with its state in its own colour and a sign if it was judged', async () => {
  const bans = [
    { name: 'A', tone: 'ok', state: 'clear' },
    { name: 'B', tone: 'excluded', state: 'found' },
    { name: 'C', tone: 'warning', state: 'partly' },
    { name: 'D', tone: 'unknown', state: 'not judged', own: 'seen' },
  ] as const
  await drawPicture({ ...PLAIN, bans })
  const words = wordsOf(made.drawn)
  const drawn = words.slice(words.indexOf('A'), words.indexOf('one'))
  expect(drawn.join(', ')).toBe('A, ✓ clear, B, ✕ found, C, ！ partly, D, not judged, seen')
  expect(bars().map(({ colour }) => colour)).toEqual([
    COLOURS.ok[0],
    COLOURS.excluded[0],
    WARNING_BAR_COLOUR,
    COLOURS.line[0],
  ])
  const columns = [56, 332, 608, 884]
  expect(bars().map(({ line, width }) => line[0] - width / 2)).toEqual(columns)
  expect(['A', 'B', 'C', 'D'].map((name) => place(name))).toEqual(
    columns.map((left) => expect.objectContaining({ left, font: '700 28' })),
  )
  expect(place('✕ found')).toMatchObject({ left: 332, colour: COLOURS.excluded[0], font: '700 22' })
  expect(place('not judged')).toMatchObject({
    left: 884,
    colour: COLOURS.unknown[0],
    font: '400 22',
  })
  expect(place('seen')).toMatchObject({ left: 884, colour: COLOURS.text[0], font: '400 20' })
})

it('a picture keeps its size, and is drawn smaller if it has much content, so that everything is inside its margins', async () => {
  await drawPicture(PLAIN)
  expect(made.scales[0]).toEqual([1, 1])
  await drawPicture({ ...PLAIN, lines: Array.from({ length: 20 }, (_, line) => `line ${line}`) })
  expect([made.canvas.width, made.canvas.height]).toEqual([1200, 675])
  const [scale = 1] = made.scales.at(-2) ?? []
  expect(scale).toBeGreaterThan(0.4)
  expect(scale).toBeLessThan(0.7)
  expect(wordsOf(made.drawn)).toEqual(expect.arrayContaining(['line 0', 'line 19', PLAIN.url]))
  const last = made.drawn.findLast((part) => 'words' in part)
  expect(last && 'words' in last && last.middle * scale).toBeLessThan(675 - 56 * scale)
})

it('a picture fails if the browser has no canvas or returns no image', async () => {
  made.canvas.toBlob = (done) => done(null)
  await expect(drawPicture(PLAIN)).rejects.toThrow('No picture came out')
  made.canvas.getContext = () => null
  await expect(drawPicture(PLAIN)).rejects.toThrow('The browser gives no canvas')
})

/** Full-width characters count two. */
const measure = (words: string) =>
  [...words].reduce((sum, character) => sum + (character > '\u2000' ? 2 : 1), 0)

it('a headline is not wrapped inside a word', () => {
  expect(wrapText(resultText.verdict.none, 24, measure)).toEqual(['シャドウバンは', '検出されませんでした'])
  const { accountClear, inMonth } = reportText.verdict
  expect(wrapText(inMonth(accountClear, '2026年7月'), 44, measure)).toEqual([
    'アカウント全体への制限はありませんでした',
    '（2026年7月）',
  ])
})

it('wrapping keeps all text, and breaks every line that is too wide and can be broken', () => {
  assert(
    property(string({ unit: 'grapheme' }), integer({ min: 2, max: 40 }), (sentence, width) => {
      const plain = sentence.replace(/\s/gu, '')
      const lines = wrapText(sentence, width, measure)
      expect(lines.join('').replace(/\s/gu, '')).toBe(plain)
      for (const line of lines) expect(measure(line) <= width || [...line].length === 1).toBe(true)
    }),
  )
})

it.each([
  ['ab cd', 5, ['ab cd']],
  ['ab cd', 4, ['ab', 'cd']],
  ['ab cd ', 5, ['ab cd']],
  ['a bcde', 4, ['a', 'bcde']],
  ['a bcdefg', 4, ['a bc', 'defg']],
  ['', 4, []],
])(
  'wrapping breaks %j at a width of %i between words, and inside a word only if that word alone is too wide',
  (words, width, lines) => {
    expect(wrapText(words, width, measure)).toEqual(lines)
  },
)
