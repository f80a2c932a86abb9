import { SIGNS } from '../ui/Tone.ts'
import type { Tone } from '../ui/Tone.ts'
import { TONES } from './pictureStyles.ts'
import type { WordStyle } from './pictureStyles.ts'
import { wrapText } from './wrapText.ts'

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
