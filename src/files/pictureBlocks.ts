import { drawSign, heightOf, rowsOf, widthOf, writeRows } from './pen.ts'
import type { Pen, Row } from './pen.ts'
import type { Picture, PictureItem } from './Picture.ts'
import { COLOURS, STYLES, TONES } from './pictureStyles.ts'

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
