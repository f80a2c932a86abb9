import { createElement } from 'react'
import type { ReactNode } from 'react'
import { splitIntoPhrases } from './phrases.ts'

/**
 * The units of a date and of a time, as `japanese.ts` writes them, both together where they stand in brackets, with their brackets and what
 * ends the sentence, which would else begin a line; what belongs to a number, such as 「難易度4」, 「2.5 秒以内」 or 「（95%区間 1.2〜1.4）」, or stands before a time; handles; and
 * English of several words, such as "Search Ban", which a screen reader is to read as such.
 */
const UNITS =
  /(（(?:\d{4}年)?\d{1,2}月\d{1,2}日 (?:\d{1,2}:\d{2}|\d{1,2}時\d{2}分)）[、。]?|（?(?:\d{4}年)?\d{1,2}月(?:\d{1,2}日)?）?[、。]?|\d{1,2}時\d{2}分(?:\d{2}秒)?）?[、。]?|難易度\d+・?|（95%区間 [\d.,]+〜[\d.,]+）[、。]?|（?(?:毎秒 |約)?[\d.,]+[万億兆]? (?:ミリ秒|秒|回)(?:以内に?)?）?[、。]?|(?:[一-龠][ぁ-ん]+・)?\d{1,2}:\d{2}(?:〜\d{1,2}:\d{2})?）?[、。]?|@\w{1,15}|[A-Z][A-Za-z]+(?: [A-Za-z]+)+)/

/** Chromium reads a `<wbr>` as a space in the name of a button or link. */
const UNREAD = { 'aria-hidden': true }

function unitOf(part: string): ReactNode {
  const isEnglish = /^[A-Z]/.test(part)
  return createElement('span', isEnglish ? { lang: 'en' } : { className: 'unbroken' }, part)
}

/** Shows a sentence. Its lines never end inside a date; in headings and verdicts they end only between phrases. */
export function Sentence({ children }: { children: string }) {
  // Every other part is a match.
  const parts = children
    .split(UNITS)
    .flatMap((part, index): ReactNode[] =>
      index % 2 === 1
        ? [unitOf(part)]
        : splitIntoPhrases(part).flatMap((phrase, at) =>
            at === 0 ? [phrase] : [createElement('wbr', UNREAD), phrase],
          ),
    )
  // A new sentence gets a new element, because a browser that translates the page moves the old one's texts into elements that React does not know.
  return createElement('span', { key: children, className: 'phrased' }, ...parts)
}

type ParagraphProps = { className?: string | undefined; children?: string | false | null | undefined }

/** Shows a sentence as a paragraph, or nothing if there is no sentence. */
export function Paragraph({ className, children }: ParagraphProps) {
  return children ? createElement('p', { className }, createElement(Sentence, null, children)) : null
}

export function Paragraphs({ children }: { children: readonly string[] }) {
  return children.map((sentence) => createElement(Paragraph, { key: sentence }, sentence))
}

export function wrapTextInSentence(children: ReactNode): ReactNode {
  return typeof children === 'string' ? createElement(Sentence, null, children) : children
}
