import { decodeEntities } from '../lib/decodeEntities.ts'
import type { Slices } from '../lib/slices.ts'

/** Characters that are changed in one step: a few milliseconds. */
export const PIECE = 100_000
/** Matches where a text can be cut: nothing that the changes below look for goes on there. */
const PIECE_START = /[&"\u201c{<]|%7b/i

/** Matches where no escape of a script goes on. */
const NO_ESCAPE = /[{,:]/

/** Changes a text in pieces. Where it cannot be cut for long, it is cut anywhere. */
function* changeInPieces(
  text: string,
  change: (piece: string) => string,
  pieceStart: RegExp = PIECE_START,
): Slices<string> {
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const at = text.slice(start + PIECE, start + 2 * PIECE).search(pieceStart)
    const end = start + PIECE + (at === -1 ? PIECE : at)
    pieces.push(change(text.slice(start, end)))
    start = end
    yield
  }
  return pieces.join('')
}

/** Matches tags that only a saved page contains, not JSON or the words around it. */
const PAGE = /<(?:!doctype|html|body|pre|div|span|script)\b/i

/** Matches a script. Its text has no entities, so it is only read as it was copied. */
const SCRIPT = /<script\b[^<>]*>[^]*?(?:<\/script|$)/gi
const TAG = /<[^<>]*>/g

/**
 * Returns the texts that may contain a report: of a saved page what is between its tags, what is within them, and the page as it was copied.
 * A `DOMParser` would take minutes for 200 KB of `<a><b><a><b>`, during which the page could do nothing else.
 */
export function* textsOfCopied(copied: string): Slices<string[]> {
  if (!PAGE.test(copied)) return [copied]
  const page = copied.replace(SCRIPT, '')
  yield
  const words = page.replace(TAG, '')
  yield
  return [yield* changeInPieces(words, decodeEntities), yield* changeInPieces(page, decodeEntities), copied]
}

/** Decode a text that may hold JSON, the likeliest first: as it is, as a string of a script, or as part of an address. Null if it does not. */
export const DECODERS: readonly ((text: string) => Slices<string | null>)[] = [
  function* asItIs(text) {
    yield
    return text
  },
  function* inScript(text) {
    return /\\(?:"|u0022)/.test(text) ? yield* changeInPieces(text, withoutEscapes, NO_ESCAPE) : null
  },
  function* inAddress(text) {
    return text.includes('%22') ? yield* changeInPieces(text, withoutPercents) : null
  },
]

function withoutEscapes(text: string): string {
  return text.replace(
    /(?:\\(?:u[\da-fA-F]{4}|["\\/bfnrt])){1,999}/g,
    (escapes) => JSON.parse(`"${escapes}"`) as string,
  )
}

function withoutPercents(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}

/**
 * Undoes what copying through mail, notes and chats does to JSON: `> ` before lines, odd quotation marks, odd and invisible blanks, one
 * comma too many.
 */
export const withPlainCharacters = (text: string): Slices<string> => changeInPieces(text, plainCharacters)

function plainCharacters(text: string): string {
  return text
    .replace(/^(?:[>|] ?){1,9}/gm, '')
    .replace(/[\u201c-\u201f\u2033\uff02]/g, '"')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/,(?=\s{0,200}[}\]])/g, '')
}
