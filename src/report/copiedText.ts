/** Matches tags that only a saved page contains, not JSON or the words around it. */
const PAGE = /<(?:!doctype|html|body|pre|div|span|script)\b/i

/** Returns the texts that may contain a report: those of a saved page if it is one, and the copied text itself. */
export function textsOfCopied(copied: string): string[] {
  return PAGE.test(copied) ? [...pageTexts(copied), copied] : [copied]
}

/**
 * Parses HTML without running or fetching anything of it, and returns its text, scripts included, and the values of its attributes. The
 * console may name inline styles of that page which our content policy refuses.
 */
function pageTexts(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const attributes = [...page.querySelectorAll('*')].flatMap((element) =>
    Array.from(element.attributes, ({ value }) => value),
  )
  return [page.documentElement.textContent, ...attributes]
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
  return text.replace(/\\(?:u[\da-f]{4}|["\\/bfnrt])/gi, (escape) => JSON.parse(`"${escape}"`) as string)
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
