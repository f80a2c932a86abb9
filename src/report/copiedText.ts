import { decodeEntities } from '../lib/decodeEntities.ts'

/** Matches tags that only a saved page contains, not JSON or the words around it. */
const PAGE = /<(?:!doctype|html|body|pre|div|span|script)\b/i

/** Matches a script. Its text has no entities, so it is only read as it was copied. */
const SCRIPT = /<script\b[^<>]*>[^]*?(?:<\/script|$)/gi
const TAG = /<[^<>]*>/g

/**
 * Returns the texts that may contain a report: of a saved page what is between its tags, what is within them, and the page as it was copied.
 * A `DOMParser` would take minutes for 200 KB of `<a><b><a><b>`, during which the page could do nothing else.
 */
export function textsOfCopied(copied: string): string[] {
  if (!PAGE.test(copied)) return [copied]
  const page = copied.replace(SCRIPT, '')
  return [decodeEntities(page.replace(TAG, '')), decodeEntities(page), copied]
}

/**
 * Returns the forms in which a text may hold JSON, the likeliest first: as it is, as a string of a script, as part of an address, and each
 * of these without what copying added.
 */
export function* decodedFormsOf(text: string): Generator<string> {
  yield* decodedForms(text)
  const plain = withPlainCharacters(text)
  if (plain !== text) yield* decodedForms(plain)
}

function* decodedForms(text: string): Generator<string> {
  yield text
  if (/\\(?:"|u0022)/.test(text)) yield withoutEscapes(text)
  if (text.includes('%22')) yield withoutPercents(text)
}

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
export function withPlainCharacters(text: string): string {
  return text
    .replace(/^(?:[>|] ?){1,9}/gm, '')
    .replace(/[\u201c-\u201f\u2033\uff02]/g, '"')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/,(?=\s{0,200}[}\]])/g, '')
}
