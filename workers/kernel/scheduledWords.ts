import type { Word } from './Graph.ts'
import type { Straight } from './Kernel.ts'

/** Words that are computed where they are read: locals, and the second shift of a rotation, which arm64 does in the addition. */
export function isInline(word: Word, reader: Word): boolean {
  return word.operation === 'input' || (word.operation === 'shr' && reader.operation === 'add')
}

/** All words that a statement needs, in the standard's order, without inputs. */
export function reachableWords({ stores, outputs }: Straight): Word[] {
  const needed = new Set<Word>()
  const visit = (word: Word) => {
    if (needed.has(word) || word.operation === 'input') return
    needed.add(word)
    word.inputs.forEach(visit)
  }
  for (const root of [...stores, ...outputs.map(([, word]) => word)]) visit(root)
  return [...needed].sort((left, right) => left.id - right.id)
}

/** The words that a statement computes on their own, in the standard's order. */
export function scheduledWords(statement: Straight): Word[] {
  const words = reachableWords(statement)
  const inline = new Set(words.flatMap((word) => word.inputs.filter((input) => isInline(input, word))))
  return words.filter((word) => !inline.has(word))
}

/** The words that must be there before `word` can be computed. */
export function operandsOf(word: Word): Word[] {
  return word.inputs.flatMap((input) => {
    if (input.operation === 'input') return []
    return isInline(input, word) ? operandsOf(input) : [input]
  })
}
