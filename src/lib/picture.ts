import { phrases } from '../text/phrases.ts'
import { SIGNS } from '../ui/controls.tsx'
import type { Tone } from '../ui/controls.tsx'

/** One item of a result: what it is called, what that means in a few words, its state, and what the visitor saw. */
export type PictureItem = { name: string; gloss: string; tone: Tone; state: string; own?: string }

/** The contents of a result picture, from top to bottom. */
export type Picture = {
  title: string
  /** When, e.g. 2026年11月21日 18時20分; may be empty. */
  about: string
  /** Whose result it is; empty for a picture without a name. */
  name: string
  tone: Tone
  headline: string
  /** In small type, below the headline. */
  lines: readonly string[]
  items: readonly PictureItem[]
  /** A warning at the end, such as that the answer is invented; may be empty. */
  warning: string
  /** Where the result came from. */
  url: string
}

/** The page's light colours, since a picture cannot follow the viewer's colour scheme. */
export const COLOURS = { ground: '#ffffff', text: '#17212b', muted: '#56636f', line: '#d9dfe6' } as const
export const TONES = {
  ok: { colour: '#0a7547', ground: '#e3f4eb' },
  warning: { colour: '#8a5200', ground: '#fff0da' },
  excluded: { colour: '#c1272d', ground: '#fde8e8' },
  unknown: { colour: '#56636f', ground: '#edf0f4' },
} as const satisfies Record<Tone, { colour: string; ground: string }>

/** How words look; `size` in pixels. */
export type WordStyle = { size: number; bold: boolean; colour: string }

export const STYLES = {
  title: { size: 34, bold: true, colour: '#1f5bd8' },
  small: { size: 28, bold: false, colour: COLOURS.muted },
  name: { size: 34, bold: false, colour: COLOURS.text },
  headline: { size: 50, bold: true, colour: COLOURS.text },
  longHeadline: { size: 40, bold: true, colour: COLOURS.text },
  line: { size: 26, bold: false, colour: COLOURS.muted },
  item: { size: 30, bold: true, colour: COLOURS.text },
  gloss: { size: 22, bold: false, colour: COLOURS.muted },
  own: { size: 22, bold: false, colour: COLOURS.text },
  warning: { size: 28, bold: true, colour: TONES.warning.colour },
} as const satisfies Record<string, WordStyle>

/** Lines no wider than `width`, as `measure` has it: they end between phrases, and within one only where it alone is too wide. */
export function wrapText(sentence: string, width: number, measure: (words: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  for (const phrase of phrases(sentence)) {
    if (measure(phrase.trimEnd()) <= width) add(phrase)
    else for (const character of phrase) add(character)
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}

const FONT = `system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif`

export type Pen = CanvasRenderingContext2D

/** One line of words. */
export type Row = { words: string; style: WordStyle }

/** Words broken into lines; none for an empty text. `width` is in pixels. */
export function rowsOf(pen: Pen, style: WordStyle, words: string, width: number): Row[] {
  return wrapText(words, width, (part) => widthOf(pen, style, part)).map((line) => ({ words: line, style }))
}

export function widthOf(pen: Pen, style: WordStyle, words: string): number {
  use(pen, style)
  return pen.measureText(words).width
}

export function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { style }) => sum + lineHeight(style), 0)
}

export function writeRows(pen: Pen, rows: readonly Row[], left: number, top: number): void {
  let at = top
  for (const { words, style } of rows) {
    use(pen, style)
    pen.fillStyle = style.colour
    pen.textAlign = 'left'
    pen.fillText(words, left, at + lineHeight(style) / 2)
    at += lineHeight(style)
  }
}

/** A sign on a disc, as the page shows it. `size` is the diameter in pixels. */
export function drawSign(pen: Pen, tone: Tone, left: number, top: number, size: number): void {
  pen.fillStyle = TONES[tone].ground
  pen.beginPath()
  pen.arc(left + size / 2, top + size / 2, size / 2, 0, 2 * Math.PI)
  pen.fill()
  use(pen, { size: size / 2, bold: true })
  pen.fillStyle = TONES[tone].colour
  pen.textAlign = 'center'
  pen.fillText(SIGNS[tone], left + size / 2, top + size / 2)
}

function use(pen: Pen, { size, bold }: Pick<WordStyle, 'size' | 'bold'>): void {
  pen.font = `${bold ? 700 : 400} ${size}px ${FONT}`
  pen.textBaseline = 'middle'
}

function lineHeight({ size }: WordStyle): number {
  return Math.round(size * 1.5)
}

/** Pixels of the picture's width and of the room around its words. */
export const WIDTH = 1200
export const MARGIN = 56
const INNER = WIDTH - 2 * MARGIN

/** Diameters of the signs, the room between one and its words, the room around a row of items. */
const SIGN = { large: 112, small: 56, gap: 32, smallGap: 20 } as const
const ITEM_ROOM = 4

/** Characters from which a headline is set smaller, so that it fits two lines. */
const LONG = 32

/** A part of the picture: its height, and a function that draws it below a given upper edge. */
type Block = { height: number; draw: (top: number) => void }

/** The site's name and, at the end of the same line, the time. */
export function headBlock(pen: Pen, { title, about }: Picture): Block {
  const rows = rowsOf(pen, STYLES.title, title, INNER)
  const height = heightOf(rows) + 24
  return {
    height,
    draw: (top) => {
      writeRows(pen, rows, MARGIN, top)
      const left = WIDTH - MARGIN - widthOf(pen, STYLES.small, about)
      writeRows(pen, [{ words: about, style: STYLES.small }], left, top + 5)
      pen.fillStyle = COLOURS.line
      pen.fillRect(MARGIN, top + height - 16, INNER, 2)
    },
  }
}

/** The sign, the sentence that answers, and the details. */
export function answerBlock(pen: Pen, { tone, name, headline, lines }: Picture): Block {
  const left = MARGIN + SIGN.large + SIGN.gap
  const width = WIDTH - MARGIN - left
  const rows = [
    ...rowsOf(pen, STYLES.name, name, width),
    ...rowsOf(pen, headline.length < LONG ? STYLES.headline : STYLES.longHeadline, headline, width),
    ...lines.flatMap((line) => rowsOf(pen, STYLES.line, line, width)),
  ]
  const words = heightOf(rows)
  const height = Math.max(SIGN.large, words) + 24
  return {
    height,
    draw: (top) => {
      drawSign(pen, tone, MARGIN, top + (height - SIGN.large) / 2, SIGN.large)
      writeRows(pen, rows, left, top + (height - words) / 2)
    },
  }
}

/** The items, two a row. */
export function itemBlocks(pen: Pen, items: readonly PictureItem[]): Block[] {
  const pairs = items.flatMap((_, index) => (index % 2 === 0 ? [items.slice(index, index + 2)] : []))
  return pairs.map((pair) => {
    const height = Math.max(...pair.map((item) => heightOf(itemRows(item)))) + ITEM_ROOM
    return {
      height,
      draw: (top) => {
        pair.forEach((item, column) => drawItem(pen, item, MARGIN + (column * INNER) / 2, top, height))
      },
    }
  })
}

function itemRows({ name, gloss, tone, state, own }: PictureItem): Row[] {
  return [
    { words: name, style: STYLES.item },
    { words: gloss, style: STYLES.gloss },
    { words: state, style: { ...STYLES.small, colour: TONES[tone].colour } },
    ...(own === undefined ? [] : [{ words: own, style: STYLES.own }]),
  ]
}

function drawItem(pen: Pen, item: PictureItem, left: number, top: number, height: number): void {
  const rows = itemRows(item)
  drawSign(pen, item.tone, left, top + (height - SIGN.small) / 2, SIGN.small)
  writeRows(pen, rows, left + SIGN.small + SIGN.smallGap, top + (height - heightOf(rows)) / 2)
}

/** The warning, and the URL of the site. */
export function footBlock(pen: Pen, { warning, url }: Picture): Block {
  const rows = [...rowsOf(pen, STYLES.warning, warning, INNER), ...rowsOf(pen, STYLES.small, url, INNER)]
  const height = heightOf(rows)
  return { height: height + 8, draw: (top) => writeRows(pen, rows, MARGIN, top + 8) }
}

/** Pixels: with the width, the aspect ratio that X shows without cropping. */
const HEIGHT_MIN = 675

/** Draws a result on the device. Throws where the browser gives no canvas. */
export async function drawPicture(picture: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser gives no canvas')
  const head = headBlock(pen, picture)
  const middle = [answerBlock(pen, picture), ...itemBlocks(pen, picture.items)]
  const foot = footBlock(pen, picture)
  const needed = [head, ...middle, foot].reduce((sum, { height }) => sum + height, 2 * MARGIN)
  canvas.width = WIDTH
  canvas.height = Math.max(HEIGHT_MIN, needed)
  pen.fillStyle = COLOURS.ground
  pen.fillRect(0, 0, WIDTH, canvas.height)
  head.draw(MARGIN)
  foot.draw(canvas.height - MARGIN - foot.height)
  // The answer is centred in the remaining space.
  let top = MARGIN + head.height + (canvas.height - needed) / 2
  for (const block of middle) {
    block.draw(top)
    top += block.height
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out'))), 'image/png')
  })
}
