import { createElement } from 'react'
import type { ReactNode } from 'react'
import { phrases } from './phrases.ts'

/** The units of a date and of a time, as `formatTime` writes them, with their brackets, which would else stand alone on a line. */
const UNITS = /(（?(?:\d{4}年)?\d{1,2}月(?:\d{1,2}日)?）?|\d{1,2}時\d{2}分(?:\d{2}秒)?）?)/

/**
 * A sentence whose lines end between phrases, never inside a date. Browsers that know `word-break: auto-phrase` find the
 * phrases by themselves; in all others lines would end inside words.
 */
export function Sentence({ children }: { children: string }) {
  // Every other part is a match.
  const parts = children
    .split(UNITS)
    .flatMap((part, index): ReactNode[] =>
      index % 2 === 1
        ? [createElement('span', { className: 'unbroken' }, part)]
        : phrases(part).flatMap((phrase, at) => (at === 0 ? [phrase] : [createElement('wbr'), phrase])),
    )
  return createElement('span', { className: 'phrased' }, ...parts)
}
