/** What ends a part of a list, with the room after it. */
const END = '[\\s、。／・：]'

/** Hiragana, but for the お and ご that begin a word. */
const HIRAGANA = '(?:(?![おご][^ぁ-ん])[ぁ-ん])+'

/** A run of other characters with the hiragana that follow it, which mostly is a word with its endings; a bracket begins anew. */
const PHRASE = new RegExp(
  `（?[おご]?[^ぁ-ん（]*?(?:${END}+|${HIRAGANA}[、。」）]*${END}*|(?=[（おご])|$)`,
  'gu',
)

/** A Japanese sentence in parts between which a line may end: a canvas, unlike a page, breaks no lines by itself. */
export function phrases(sentence: string): string[] {
  return sentence.match(PHRASE)?.filter((part) => part !== '') ?? []
}
