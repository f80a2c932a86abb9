import type { Oembed } from '../../contract/wire.ts'

/** Who wrote a post and what it says, as plain text. */
export type Preview = { author: string; name: string | null; words: string }

/** The longest HTML that is read, and the longest post and author's name that are shown, in characters. A post is shown whole or not at all. */
const HTML_MAX = 20_000
const WORDS_MAX = 5_000
const AUTHOR_MAX = 100

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
 * The text of an oEmbed answer: its first paragraph without tags and with entities decoded. No HTML parser is used, and the
 * result is put on the page as text, so hostile HTML in the answer does no harm.
 */
export function previewOf({ html, author_name: author = '', author_url = '' }: Oembed): Preview | null {
  const paragraph = /<p(?:\s[^>]*)?>([^]*?)<\/p>/i.exec(html.slice(0, HTML_MAX))?.[1] ?? ''
  const words = decoded(unbroken(paragraph)).trim()
  if (words === '' || author === '' || words.length > WORDS_MAX) return null
  return { author: author.slice(0, AUTHOR_MAX), name: nameIn(author_url), words }
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name)) ?? whole
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal)
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}

/** The text with its own line breaks, without those of the HTML and without tags. */
function unbroken(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/ ?<br\s*\/?> ?/gi, '\n')
    .replace(/<[^>]*>/g, '')
}

function nameIn(authorUrl: string): string | null {
  return /^https:\/\/(?:x|twitter)\.com\/(\w{1,15})$/.exec(authorUrl)?.[1] ?? null
}
