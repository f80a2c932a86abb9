const ENTITIES = [
  [/&(?:quot|#34|#x22);/gi, '"'],
  [/&(?:apos|#39|#x27);/gi, "'"],
  [/&lt;/gi, '<'],
  [/&gt;/gi, '>'],
  [/&nbsp;/gi, ' '],
  // Last, or what it makes would be read once more.
  [/&amp;/gi, '&'],
] as const
const ESCAPES = [
  ['\\"', '"'],
  ['\\u0022', '"'],
  ['\\/', '/'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
] as const
/** Stands for an escaped backslash until all others are gone; no JSON and no page holds it. */
const BACKSLASH = '\u0000'
const TAG = /<[^<>]*>/g
/** One character of an address: a byte of ASCII, or two to four bytes of UTF-8. */
const PERCENT = /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}/gi

/** A text as it may have been before a page, a script or an address took it up; the likeliest first. */
export function* plainForms(text: string): Generator<string> {
  const decoded = withoutEntities(text)
  yield decoded
  if (decoded !== text) yield text
  if (text.includes('</')) yield withoutEntities(text.replace(TAG, ''))
  const unescaped = withoutEscapes(decoded)
  if (unescaped !== decoded) yield unescaped
  if (text.includes('%22')) yield text.replace(PERCENT, fromAddress)
}

function withoutEntities(text: string): string {
  return ENTITIES.reduce((plain, [entity, character]) => plain.replace(entity, character), text)
}

function withoutEscapes(text: string): string {
  const marked = text.replaceAll('\\\\', BACKSLASH)
  const plain = ESCAPES.reduce((rest, [escape, character]) => rest.replaceAll(escape, character), marked)
  return plain.replaceAll(BACKSLASH, '\\')
}

function fromAddress(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes
  }
}
