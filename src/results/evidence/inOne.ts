/** Sentences one behind the other, each with its full stop. */
export function inOne(sentences: readonly string[]): string {
  return sentences.length < 2
    ? sentences.join('')
    : sentences.map((sentence) => sentence.replace(/。?$/, '。')).join('')
}
