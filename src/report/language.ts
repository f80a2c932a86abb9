/** The value of a `lang` attribute; empty means that the language is unknown. */
type Language = 'ja' | 'en' | ''

/** Japanese alone is written with kana. */
const KANA = /[\u3041-\u30ff]/
/** Letters with accents and of other scripts: English is written without them. */
const FOREIGN_LETTER = /[^\P{L}A-Za-z]/u
/** Words without which hardly any English sentence is written, and which the other languages in Latin letters lack. */
const ENGLISH = /\b(?:the|of|to|and|is|are|be|may|not|your|this|that|with|from|by|for)\b/i

/** Tells in which language X wrote words, because it writes them in the language of the account. */
export function detectLanguage(words: string): Language {
  if (KANA.test(words)) return 'ja'
  return !FOREIGN_LETTER.test(words) && ENGLISH.test(words) ? 'en' : ''
}

/** Returns the language that all these words share. Empty words count as any language. */
export function commonLanguage(words: readonly string[]): Language {
  const languages = new Set(words.filter(Boolean).map(detectLanguage))
  const [only = ''] = languages
  return languages.size === 1 ? only : ''
}
