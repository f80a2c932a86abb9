import { COLOURS, WARNING_BAR_COLOUR } from '../styles/colours.ts'
import { splitIntoPhrases } from '../text/phrases.ts'
import { TONE_SIGNS } from './tones.ts'
import type { Tone } from './tones.ts'
import { SITE_MARK } from './mark.ts'

/** One ban in a picture of a result. `gloss` says what the ban means, for people who do not know its name. `own` is what the visitor saw. */
export type PictureBan = { name: string; gloss?: string; tone: Tone; state: string; own?: string }

export type Picture = {
  title: string
  /** The date of the result; empty if the picture shows none. */
  about: string
  /** The account; empty if the picture names none. */
  name: string
  tone: Tone
  headline: string
  lines: readonly string[]
  bans: readonly PictureBan[]
  /** Footnote at the bottom, e.g. that the result is demo data; empty for none. */
  warning: string
  url: string
}

/** The light colours, because a picture cannot follow the viewer's colour scheme. */
const PICTURE_COLOURS = {
  ground: COLOURS.surface[0],
  text: COLOURS.text[0],
  muted: COLOURS.muted[0],
  accent: COLOURS.accent[0],
} as const
const PICTURE_TONES = {
  ok: { colour: COLOURS.ok[0], bar: COLOURS.ok[0] },
  warning: { colour: COLOURS.warning[0], bar: WARNING_BAR_COLOUR },
  excluded: { colour: COLOURS.excluded[0], bar: COLOURS.excluded[0] },
  unknown: { colour: COLOURS.unknown[0], bar: COLOURS.line[0] },
} as const satisfies Record<Tone, { colour: string; bar: string }>

type WordStyle = { size: number; bold: boolean; colour: string }

const STYLES = {
  title: { size: 32, bold: true, colour: PICTURE_COLOURS.text },
  small: { size: 24, bold: false, colour: PICTURE_COLOURS.muted },
  headline: { size: 60, bold: true, colour: PICTURE_COLOURS.text },
  longHeadline: { size: 46, bold: true, colour: PICTURE_COLOURS.text },
  line: { size: 26, bold: false, colour: PICTURE_COLOURS.text },
  ban: { size: 28, bold: true, colour: PICTURE_COLOURS.text },
  own: { size: 20, bold: false, colour: PICTURE_COLOURS.text },
  gloss: { size: 20, bold: false, colour: PICTURE_COLOURS.muted },
  warning: { size: 28, bold: true, colour: PICTURE_TONES.warning.colour },
} as const satisfies Record<string, WordStyle>

/** Splits a sentence into lines that `measure` finds no wider than `width`. Lines end between phrases; a phrase is split only if it is too wide by itself. */
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
  for (const phrase of splitIntoPhrases(sentence)) {
    if (measure(phrase.trimEnd()) <= width) add(phrase)
    else for (const character of phrase) add(character)
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}

const FONT = `system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif`

type Row = { words: string; style: WordStyle }

function rowsOf(ctx: CanvasRenderingContext2D, style: WordStyle, words: string, width: number): Row[] {
  return wrapText(words, width, (part) => widthOf(ctx, style, part)).map((line) => ({ words: line, style }))
}

function widthOf(ctx: CanvasRenderingContext2D, style: WordStyle, words: string): number {
  applyStyle(ctx, style)
  return ctx.measureText(words).width
}

function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { style }) => sum + lineHeight(style), 0)
}

function writeRows(ctx: CanvasRenderingContext2D, rows: readonly Row[], left: number, top: number): void {
  let at = top
  for (const { words, style } of rows) {
    applyStyle(ctx, style)
    ctx.fillStyle = style.colour
    ctx.fillText(words, left, at + lineHeight(style) / 2)
    at += lineHeight(style)
  }
}

function applyStyle(ctx: CanvasRenderingContext2D, { size, bold }: WordStyle): void {
  ctx.font = `${bold ? 700 : 400} ${size}px ${FONT}`
}

function lineHeight({ size }: WordStyle): number {
  return Math.round(size * 1.4)
}

/** Size in pixels. X shows pictures of this aspect ratio without cropping them. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 675
const MARGIN = 56

const MARK_SIZE = 44
const BAR = { height: 14, gap: 16, above: 24, below: 20 } as const

const LONG_HEADLINE_CHARACTERS = 32

type Block = { height: number; draw: (top: number) => void }

/** Draws the site's mark and name, then the account and date of the result: at the end of the same line if there is room, otherwise below it. */
function headBlock(ctx: CanvasRenderingContext2D, { title, name, about }: Picture, inner: number): Block {
  const left = MARGIN + MARK_SIZE + 16
  const site: Row[] = [{ words: title, style: STYLES.title }]
  const whose: Row[] = [{ words: [name, about].filter(Boolean).join('・'), style: STYLES.small }]
  const [whoseWidth, height] = [widthOf(ctx, STYLES.small, whose[0]?.words ?? ''), heightOf(site)]
  const isBeside = left + widthOf(ctx, STYLES.title, title) + MARK_SIZE + whoseWidth <= MARGIN + inner
  return {
    height: isBeside ? height : height + heightOf(whose),
    draw: (top) => {
      drawMark(ctx, MARGIN, top)
      writeRows(ctx, site, left, top)
      if (isBeside) writeRows(ctx, whose, MARGIN + inner - whoseWidth, top + 5)
      else writeRows(ctx, whose, MARGIN, top + height)
    },
  }
}

function drawMark(ctx: CanvasRenderingContext2D, left: number, top: number): void {
  ctx.save()
  ctx.translate(left, top)
  ctx.scale(MARK_SIZE / SITE_MARK.size, MARK_SIZE / SITE_MARK.size)
  ctx.strokeStyle = PICTURE_COLOURS.accent
  ctx.fillStyle = PICTURE_COLOURS.accent
  ctx.lineWidth = SITE_MARK.width
  ctx.lineCap = 'round'
  const [seen, hidden] = [new Path2D(SITE_MARK.seen), new Path2D(SITE_MARK.hidden)]
  ctx.stroke(new Path2D(SITE_MARK.lens))
  ctx.fill(seen)
  ctx.globalAlpha = SITE_MARK.faint
  ctx.fill(hidden)
  ctx.restore()
}

function wordsBlock(ctx: CanvasRenderingContext2D, rows: readonly Row[], above: number): Block {
  const height = rows.length === 0 ? 0 : heightOf(rows) + above
  return { height, draw: (top) => writeRows(ctx, rows, MARGIN, top + above) }
}

/** Draws one bar for each ban, with the ban's name and state below it. Without bans, it draws one bar in the tone of the result. */
function bansBlock(ctx: CanvasRenderingContext2D, { tone, bans }: Picture, inner: number): Block {
  const tones = bans.length === 0 ? [tone] : bans.map(({ tone }) => tone)
  const width = (inner - BAR.gap * (tones.length - 1)) / tones.length
  const names = bans.map(({ name, gloss = '' }) => [
    ...rowsOf(ctx, STYLES.ban, name, width),
    ...rowsOf(ctx, STYLES.gloss, gloss, width),
  ])
  const states = bans.map((ban) => stateRows(ctx, ban, width))
  const [nameHeight, stateHeight] = [names, states].map((rows) => Math.max(0, ...rows.map(heightOf)))
  const nameTop = BAR.above + BAR.height + BAR.below
  return {
    height: nameTop + (nameHeight ?? 0) + (stateHeight ?? 0),
    draw: (top) => {
      const [radius, middle] = [BAR.height / 2, top + BAR.above + BAR.height / 2]
      ctx.lineWidth = BAR.height
      ctx.lineCap = 'round'
      tones.forEach((tone, column) => {
        const left = MARGIN + column * (width + BAR.gap)
        ctx.strokeStyle = PICTURE_TONES[tone].bar
        ctx.beginPath()
        ctx.moveTo(left + radius, middle)
        ctx.lineTo(left + width - radius, middle)
        ctx.stroke()
        writeRows(ctx, names[column] ?? [], left, top + nameTop)
        writeRows(ctx, states[column] ?? [], left, top + nameTop + (nameHeight ?? 0))
      })
    },
  }
}

/** Writes a state with its sign before it, so that states do not differ by colour alone. Bans that were not judged have no sign. */
function stateRows(
  ctx: CanvasRenderingContext2D,
  { tone, state, own = '' }: PictureBan,
  width: number,
): Row[] {
  const style = { size: 22, bold: tone !== 'unknown', colour: PICTURE_TONES[tone].colour }
  const words = tone === 'unknown' ? state : `${TONE_SIGNS[tone]} ${state}`
  return [...rowsOf(ctx, style, words, width), ...rowsOf(ctx, STYLES.own, own, width)]
}

function blocksOf(ctx: CanvasRenderingContext2D, picture: Picture, width: number): Block[] {
  const inner = width - 2 * MARGIN
  const rows = (style: WordStyle, words: string) => rowsOf(ctx, style, words, inner)
  const { headline, lines, warning, url } = picture
  const headlineStyle = headline.length < LONG_HEADLINE_CHARACTERS ? STYLES.headline : STYLES.longHeadline
  const details = lines.flatMap((line) => rows(STYLES.line, line))
  return [
    headBlock(ctx, picture, inner),
    wordsBlock(ctx, rows(headlineStyle, headline), 24),
    bansBlock(ctx, picture, inner),
    wordsBlock(ctx, details, 24),
    wordsBlock(ctx, [...rows(STYLES.warning, warning), ...rows(STYLES.small, url)], 24),
  ]
}

/** Factor by which everything is drawn smaller at each try, until all of it fits. Nothing that was found is left out. */
const SHRINK_FACTOR = 0.95
const SCALE_MIN = 0.4

/** Draws a result as a PNG on the device. Throws if the browser provides no canvas. */
export async function drawPicture(picture: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  // Browsers choose the shapes of Chinese characters by the language.
  canvas.lang = 'ja'
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error('The browser gives no canvas')
  canvas.width = PICTURE_WIDTH
  canvas.height = PICTURE_HEIGHT
  ctx.fillStyle = PICTURE_COLOURS.ground
  ctx.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
  ctx.textBaseline = 'middle'

  let scale = 1
  let blocks = blocksOf(ctx, picture, PICTURE_WIDTH)
  const spare = () => PICTURE_HEIGHT / scale - blocks.reduce((sum, { height }) => sum + height, 2 * MARGIN)
  while (spare() < 0 && scale > SCALE_MIN) {
    scale *= SHRINK_FACTOR
    blocks = blocksOf(ctx, picture, PICTURE_WIDTH / scale)
  }
  ctx.scale(scale, scale)
  // The remaining space is divided between the places above and below the result.
  const room = spare() / 2
  let top = MARGIN
  blocks.forEach(({ height, draw }, place) => {
    if (place === 1 || place === blocks.length - 1) top += room
    draw(top)
    top += height
  })
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out'))), 'image/png')
  })
}
