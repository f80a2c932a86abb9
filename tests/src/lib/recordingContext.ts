/** What was drawn, in order: words with the place, the colour and the font they had, and shapes. */
export type Drawn =
  | { words: string; left: number; middle: number; colour: string; font: string }
  | { box: [left: number, top: number, width: number, height: number]; colour: string }
  | { line: [left: number, top: number, right: number, bottom: number]; colour: string; width: number }
  | { mark: string }

/** A canvas that draws nothing and remembers what it was told. A letter is half as wide as its height, a full-width one as wide. */
export function recordingCanvas() {
  const drawn: Drawn[] = []
  const scales: [number, number][] = []
  const path: number[] = []
  const ctx = {
    font: '',
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    lineCap: '',
    globalAlpha: 1,
    textBaseline: '',
    measureText(words: string) {
      const size = Number(/(\d+)px/.exec(ctx.font)?.[1])
      return { width: [...words].reduce((sum, letter) => sum + (letter > '\u2000' ? size : size / 2), 0) }
    },
    fillText(words: string, left: number, middle: number) {
      if (ctx.textBaseline !== 'middle') throw new Error('Words hang from another line')
      const font = ctx.font.replace(/px .*/, '')
      drawn.push({ words, left, middle, colour: ctx.fillStyle, font })
    },
    fillRect(...box: [number, number, number, number]) {
      drawn.push({ box, colour: ctx.fillStyle })
    },
    beginPath() {
      path.length = 0
    },
    moveTo: (x: number, y: number) => void path.push(x, y),
    lineTo: (x: number, y: number) => void path.push(x, y),
    stroke(shape?: { path: string }) {
      const [left = 0, top = 0, right = 0, bottom = 0] = path
      if (shape) drawn.push({ mark: shape.path })
      else drawn.push({ line: [left, top, right, bottom], colour: ctx.strokeStyle, width: ctx.lineWidth })
    },
    fill: (shape: { path: string }) => void drawn.push({ mark: shape.path }),
    save: () => undefined,
    restore: () => undefined,
    translate: () => undefined,
    scale: (x: number, y: number) => void scales.push([x, y]),
  }
  const blob = new Blob(['picture'], { type: 'image/png' })
  const canvas = {
    width: 0,
    height: 0,
    getContext: (kind: string): typeof ctx | null => (kind === '2d' ? ctx : null),
    toBlob: (done: (made: Blob | null) => void, type: string) => done(type === 'image/png' ? blob : null),
  }
  return { drawn, scales, canvas, ctx, blob }
}

/** In place of the browser's class, which Node does not have. */
export class RecordedPath {
  readonly path: string
  constructor(path: string) {
    this.path = path
  }
}

/** The words alone, in the order in which they were drawn. */
export function wordsOf(drawn: readonly Drawn[]): string[] {
  return drawn.flatMap((part) => ('words' in part ? [part.words] : []))
}
