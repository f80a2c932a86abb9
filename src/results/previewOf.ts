import type { Oembed } from '../../contract/wire.ts'

/** Who wrote a post and what it says, as plain text. */
export type Preview = { author: string; words: string }

/** Longest text of an answer that is looked at, and longest that is kept, in characters. */
const HTML_MAX = 20_000
const WORDS_MAX = 280

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
])

/**
 * The words of an oEmbed answer: its first paragraph with every tag taken out and the entities read. No HTML parser is
 * asked, and what comes out is put on the page as text, so it does not matter what else the answer holds.
 */
export function previewOf({ html, author_name: author = '' }: Oembed): Preview | null {
  const paragraph = /<p(?:\s[^>]*)?>([^]*?)<\/p>/i.exec(html.slice(0, HTML_MAX))?.[1] ?? ''
  const preview = { author: cut(author), words: cut(decoded(paragraph.replace(/<[^>]*>/g, ' '))) }
  return preview.words === '' && preview.author === '' ? null : preview
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name)) ?? whole
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal)
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}

function cut(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX)
}
