/** Code points that weigh one; all others weigh two. From the configuration of X's twitter-text, version 3. */
const LIGHT: readonly (readonly [from: number, to: number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]

/** X puts every address behind one of its own, of this length. */
const URL_WEIGHT = 23
const EMOJI_WEIGHT = 2

/** An address with its scheme: X counts bare hosts as addresses too, which our texts do not hold. */
const URLS = /https?:\/\/[\w.:/?=&#%~+-]+/g
const EMOJI = /\p{RGI_Emoji}/gv

/** How long X says that a post is; it takes up to 280. */
export function weightedLength(post: string): number {
  const composed = post.normalize('NFC')
  const words = composed.replaceAll(URLS, '')
  const letters = words.replaceAll(EMOJI, '')
  return (
    countOf(composed, URLS) * URL_WEIGHT +
    countOf(words, EMOJI) * EMOJI_WEIGHT +
    [...letters].reduce((sum, letter) => sum + weightOf(letter), 0)
  )
}

function countOf(words: string, pattern: RegExp): number {
  return [...words.matchAll(pattern)].length
}

function weightOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  return LIGHT.some(([from, to]) => from <= point && point <= to) ? 1 : 2
}
