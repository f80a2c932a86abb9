/** What was drawn, in order: words with the place, the colour and the font they had, and shapes. */
export type Drawn =
  | { words: string; left: number; middle: number; colour: string; font: string; align: string }
  | { box: [left: number, top: number, width: number, height: number]; colour: string }
  | { disc: [x: number, y: number, radius: number]; colour: string; round: boolean }

/** A canvas that draws nothing and remembers what it was told. A letter is half as wide as its height, a full-width one as wide. */
export function recordingCanvas() {
  const drawn: Drawn[] = []
  const path: [number, number, number, boolean][] = []
  const pen = {
    font: '',
    fillStyle: '',
    textAlign: '',
    textBaseline: '',
    measureText(words: string) {
      const size = Number(/(\d+)px/.exec(pen.font)?.[1])
      return { width: [...words].reduce((sum, letter) => sum + (letter > '\u2000' ? size : size / 2), 0) }
    },
    fillText(words: string, left: number, middle: number) {
      if (pen.textBaseline !== 'middle') throw new Error('Words hang from another line')
      const font = pen.font.replace(/px .*/, '')
      drawn.push({ words, left, middle, colour: pen.fillStyle, font, align: pen.textAlign })
    },
    fillRect(...box: [number, number, number, number]) {
      drawn.push({ box, colour: pen.fillStyle })
    },
    beginPath() {
      path.length = 0
    },
    arc(x: number, y: number, radius: number, from: number, to: number) {
      path.push([x, y, radius, from === 0 && Math.abs(to - 2 * Math.PI) < 1e-9])
    },
    fill() {
      for (const [x, y, radius, round] of path)
        drawn.push({ disc: [x, y, radius], colour: pen.fillStyle, round })
    },
  }
  const blob = new Blob(['picture'], { type: 'image/png' })
  const canvas = {
    width: 0,
    height: 0,
    getContext: (kind: string): typeof pen | null => (kind === '2d' ? pen : null),
    toBlob: (done: (made: Blob | null) => void, type: string) => done(type === 'image/png' ? blob : null),
  }
  return { drawn, canvas, pen, blob }
}

/** The words alone, in the order in which they were drawn. */
export function wordsOf(drawn: readonly Drawn[]): string[] {
  return drawn.flatMap((part) => ('words' in part ? [part.words] : []))
}
