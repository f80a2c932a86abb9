/** What a search may still do, in characters that it looks at. */
export type Work = { left: number }

/** Where an object with members may begin. */
const BEGIN = /\{\s*"/g
/** What stands between the texts and brackets of JSON. */
const BETWEEN = new Set(' \t\r\n,:+-.0123456789eEtrufalsn')

/** Each JSON object in a text of any kind, in order, without those that stand inside another. */
export function* objectsIn(text: string, work: Work): Generator<object> {
  for (let from = beginAfter(text, 0); from !== -1 && work.left > 0;) {
    const end = endOfObject(text, from, work)
    const value = end === -1 ? undefined : jsonOf(text.slice(from, end))
    if (value) yield value
    from = beginAfter(text, value ? end : from + 1)
  }
}

/** The object or list that a text is as a whole. */
export function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function beginAfter(text: string, at: number): number {
  BEGIN.lastIndex = at
  return BEGIN.exec(text)?.index ?? -1
}

/** Behind the bracket that closes the one at `from`; -1 where what follows is not written as JSON is. */
function endOfObject(text: string, from: number, work: Work): number {
  let depth = 0
  for (let at = from; at < text.length && work.left > 0; at++) {
    work.left--
    const character = text.charAt(at)
    if (character === '"') {
      const close = endOfText(text, at, work)
      if (close === -1) return -1
      at = close
    } else if (character === '{' || character === '[') {
      depth++
    } else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return at + 1
    } else if (!BETWEEN.has(character)) {
      return -1
    }
  }
  return -1
}

/** The quotation mark that closes the one at `from`; -1 where the line ends before it. */
function endOfText(text: string, from: number, work: Work): number {
  for (let at = from + 1; at < text.length && work.left > 0; at++) {
    work.left--
    const character = text.charAt(at)
    if (character === '"') return at
    if (character === '\\') at++
    else if (character < ' ') return -1
  }
  return -1
}
