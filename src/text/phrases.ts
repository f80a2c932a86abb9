/** Matches the mark that ends a part of a list, with the space after it. */
const END = '[\\s、。／・：]'

/** Prefixes that belong to the word after them: お and ご, and その, もう, やり and あと, as in その他, もう一度, やり直す and あと4回. */
const PREFIX = '(?:お|ご|その|もう|やり|あと(?=\\d))'

/** The endings of ある, which are a word after a particle, as in 制限は ありませんでした. */
const EXISTS = 'ありま(?=[すせし])'

/** Hiragana up to the next word, where that begins with a prefix or is ある. */
const HIRAGANA = `(?:${EXISTS})?(?:(?!${PREFIX}[^ぁ-ん]|${EXISTS})[ぁ-ん])+`

/** The first half of a compound, such as 読み before 込む, 確かめ before 方 or 照らし before 合わせる. */
const FIRST_VERB =
  '[^ぁ-ん（]*?[ぁ-ん]{0,2}?[いえきけしちびべみめりれ](?=[込直続方合返替換付出立捨切終先変上]|取(?!得))'

/** The seam of a long compound, such as 検索除外 and チェッカー, or アカウント and 全体, or of a word that fills a phone's line with its ending. */
const SEAM = '(?:[一-龠]{2}(?=[ァ-ヶー]{4})|[ァ-ヶー]{5}(?=[一-龠]{2})|シャドウバン(?=かどうか))'

/** A run of other characters with the hiragana that follow it, which usually is a word with its endings, also behind a closing bracket; an opening one begins a new phrase. */
const PHRASE = new RegExp(
  `（?${PREFIX}?(?:${FIRST_VERB})*[^ぁ-ん（]*?(?:${END}+|${HIRAGANA}(?:[」）]${HIRAGANA})*[、。」）？…]*${END}*|${SEAM}|(?=（|${PREFIX}[^ぁ-ん])|$)`,
  'gu',
)

/** Splits a Japanese sentence into the parts between which a line may end. */
export function splitIntoPhrases(sentence: string): string[] {
  return sentence.match(PHRASE)?.filter((part) => part !== '') ?? []
}
