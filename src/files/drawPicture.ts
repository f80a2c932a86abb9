import { config } from '../config.ts'
import type { Picture } from './Picture.ts'

/** Pixels; the width is X's for a picture across a post. */
const WIDTH = 1200
const HEIGHT_MIN = 675
const MARGIN = 72

const FONT = `system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif`
const COLOURS = { ground: '#ffffff', text: '#17212b', muted: '#56636f', accent: '#1f5bd8' } as const

type Line = { words: string; size: number; weight: 400 | 700; colour: string }

/** Draws a result on the device. Throws where the browser gives no canvas. */
export async function drawPicture(picture: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser gives no canvas')
  const lines = linesOf(picture).flatMap((line) => wrapped(pen, line))
  const height = lines.reduce((sum, line) => sum + heightOf(line), 2 * MARGIN)
  canvas.width = WIDTH
  canvas.height = Math.max(HEIGHT_MIN, height)
  pen.fillStyle = COLOURS.ground
  pen.fillRect(0, 0, WIDTH, canvas.height)
  pen.textBaseline = 'top'
  let top = MARGIN
  for (const line of lines) {
    pen.font = fontOf(line)
    pen.fillStyle = line.colour
    pen.fillText(line.words, MARGIN, top)
    top += heightOf(line)
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out'))), 'image/png')
  })
}

function linesOf({ title, about, headline, lines }: Picture): Line[] {
  const small = { size: 32, weight: 400, colour: COLOURS.muted } as const
  return [
    { words: title, size: 36, weight: 700 as const, colour: COLOURS.accent },
    { ...small, words: about },
    { words: headline, size: 56, weight: 700 as const, colour: COLOURS.text },
    ...lines.map((words) => ({ words, size: 38, weight: 400, colour: COLOURS.text }) as const),
    { ...small, words: config.siteOrigin },
  ].filter(({ words }) => words !== '')
}

/** Japanese breaks anywhere, so a line ends with the last character that fits. */
function wrapped(pen: CanvasRenderingContext2D, line: Line): Line[] {
  pen.font = fontOf(line)
  const lines: Line[] = []
  let words = ''
  for (const character of line.words) {
    if (words !== '' && pen.measureText(words + character).width > WIDTH - 2 * MARGIN) {
      lines.push({ ...line, words })
      words = ''
    }
    words += character
  }
  return [...lines, { ...line, words }]
}

function fontOf({ weight, size }: Line): string {
  return `${weight} ${size}px ${FONT}`
}

function heightOf({ size }: Line): number {
  return Math.round(size * 1.7)
}
