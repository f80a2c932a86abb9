/** The value of a `lang` attribute; empty means that the language is unknown. */
type Language = 'ja' | 'en' | ''

/** Matches kana, which only Japanese uses. */
const KANA = /[\u3041-\u30ff]/
/** Matches a letter (`\p{L}`) that is not A–Z: letters with accents and of other scripts, which English does not use. */
const FOREIGN_LETTER = /[^\P{L}A-Za-z]/u
/** Matches words that nearly every English sentence contains, and that other languages in Latin letters lack. */
const ENGLISH = /\b(?:the|of|to|and|is|are|be|may|not|your|this|that|with|from|by|for)\b/i

/** Detects the language of X's words. X writes them in the language of the account. */
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
