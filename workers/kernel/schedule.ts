import type { KernelStatement } from './Kernel.ts'
import type { Word } from './sha256Graph.ts'

/**
 * Returns whether a word of the graph is not scheduled by itself, but computed where the word that reads it is computed. These are locals,
 * and the second shift of a rotation, which arm64 does within the addition.
 */
export function isComputedInReader(word: Word, reader: Word): boolean {
  return word.operation === 'input' || (word.operation === 'shr' && reader.operation === 'add')
}

export function reachableWords({ stores = [], outputs }: KernelStatement): Word[] {
  const needed = new Set<Word>()
  const visit = (word: Word) => {
    if (needed.has(word) || word.operation === 'input') return
    needed.add(word)
    word.inputs.forEach(visit)
  }
  for (const root of [...stores, ...outputs.map(([, word]) => word)]) visit(root)
  return [...needed].sort((left, right) => left.id - right.id)
}

export function scheduledWords(statement: KernelStatement): Word[] {
  const words = reachableWords(statement)
  const inline = new Set(
    words.flatMap((word) => word.inputs.filter((input) => isComputedInReader(input, word))),
  )
  return words.filter((word) => !inline.has(word))
}

function readOperands(word: Word): Word[] {
  return word.inputs.flatMap((input) => {
    if (input.operation === 'input') return []
    return isComputedInReader(input, word) ? readOperands(input) : [input]
  })
}

/** Counts how often each word is still to be read. */
export class WordReads {
  readonly #left = new Map<Word, number>()

  constructor(readers: readonly Word[]) {
    for (const operand of readers.flatMap(readOperands)) this.#left.set(operand, this.of(operand) + 1)
  }

  of(word: Word): number {
    return this.#left.get(word) ?? 0
  }

  take(word: Word): number {
    const left = this.of(word) - 1
    this.#left.set(word, left)
    return left
  }
}

export type SchedulingModel = {
  /** Number of instructions that should be between a word and its first reader. */
  readonly latency: number
  /** How many instructions ahead, in the order of the standard, the next one may be taken from. */
  readonly window: number
  /** Maximum number of values that are alive at once. */
  readonly live: number
}

/**
 * Orders instructions by list scheduling: it takes the earliest word of the window whose operands are old enough, otherwise the one with
 * the shortest wait. In-order cores run this order. Words of `lasting` are read after all others.
 */
export function orderByListScheduling(
  words: readonly Word[],
  lasting: ReadonlySet<Word>,
  { latency, window, live }: SchedulingModel,
): Word[] {
  const reads = new WordReads(words)
  const finished = new Map<Word, number>()
  const left = [...words]
  const ordered: Word[] = []
  let alive = 0

  const waitOf = (word: Word) => {
    const ready = readOperands(word).map((operand) => finished.get(operand) ?? Infinity)
    return Math.max(0, ...ready.map((time) => time - ordered.length))
  }
  const growth = (word: Word) => {
    const operands = readOperands(word)
    const isLast = (one: Word) => operands.filter((other) => other === one).length === reads.of(one)
    return 1 - new Set(operands.filter((one) => !lasting.has(one) && isLast(one))).size
  }

  while (left.length > 0) {
    let next = 0
    let least = Infinity
    for (const [index, word] of left.slice(0, window).entries()) {
      if (alive >= live && growth(word) > 0) continue
      const wait = waitOf(word)
      if (wait < least) [next, least] = [index, wait]
      if (wait === 0) break
    }
    for (const word of left.splice(next, 1)) {
      alive += growth(word)
      for (const operand of readOperands(word)) reads.take(operand)
      ordered.push(word)
      finished.set(word, ordered.length - 1 + latency)
    }
  }
  return ordered
}

/**
 * Returns which of W[0…63] depend on W[index], by the recurrence of FIPS 180-4 § 6.2.2. The others are the same for a whole group. `index`:
 * 0 to 15. These are words of the message schedule, not of the graph.
 */
export function varyingWords(index: number): boolean[] {
  const varies = Array.from({ length: 16 }, (_, t) => t === index)
  for (let t = 16; t < 64; t++) varies.push([2, 7, 15, 16].some((back) => varies[t - back]))
  return varies
}
