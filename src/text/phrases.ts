/** What ends a part of a list, with the room after it. */
const END = '[\\s、。／・：]'

/** Hiragana, but for the お and ご that begin a word. */
const HIRAGANA = '(?:(?![おご][^ぁ-ん])[ぁ-ん])+'

/** The first half of a compound, such as 読み before 込む or 見え before 方. */
const FIRST_VERB = '[^ぁ-ん（]*?[いえきしみり](?=[込直続方])'

/** The seam of a long compound, such as 検索除外 and チェッカー. */
const SEAM = '[一-龠]{2}(?=[ァ-ヶー]{4})'

/** A run of other characters with the hiragana that follow it, which usually is a word with its endings; a bracket begins a new phrase. */
const PHRASE = new RegExp(
  `（?[おご]?(?:${FIRST_VERB})*[^ぁ-ん（]*?(?:${END}+|${HIRAGANA}[、。」）？…]*${END}*|${SEAM}|(?=[（おご])|$)`,
  'gu',
)

/** A Japanese sentence in the parts between which a line may end. */
export function phrases(sentence: string): string[] {
  return sentence.match(PHRASE)?.filter((part) => part !== '') ?? []
}
