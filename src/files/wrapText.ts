import { phrases } from '../text/phrases.ts'

/** Lines no wider than `width`, as `measure` has it: they end between phrases, and within one only where it alone is too wide. */
export function wrapText(sentence: string, width: number, measure: (words: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  for (const phrase of phrases(sentence)) {
    if (measure(phrase.trimEnd()) <= width) add(phrase)
    else for (const character of phrase) add(character)
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}
