import type { Word } from './Graph.ts'
import { operandsOf } from './scheduledWords.ts'

/** What the list scheduler assumes of the machine. */
export type Machine = {
  /** Instructions that should stand between a word and its first reader. */
  readonly latency: number
  /** How far ahead in the standard's order the next instruction may be taken from. */
  readonly window: number
  /** Values that may be alive at once. */
  readonly live: number
}

/**
 * List scheduling: takes, again and again, the earliest word of the window whose operands have been waiting long enough,
 * and if none has, the one that has the least left to wait. In-order cores run in the order that this gives.
 */
export function listSchedule(words: readonly Word[], lasting: ReadonlySet<Word>, machine: Machine): Word[] {
  const alive = new LiveValues(words, lasting)
  const finished = new Map<Word, number>()
  const left = [...words]
  const ordered: Word[] = []

  /** How long a word would have to wait for its operands; Infinity while one has not been taken itself. */
  const waitOf = (word: Word) => {
    const ready = operandsOf(word).map((operand) => finished.get(operand) ?? Infinity)
    return Math.max(0, ...ready.map((time) => time - ordered.length))
  }

  while (left.length > 0) {
    const full = alive.count >= machine.live
    let next = 0
    let least = Infinity
    for (const [index, word] of left.slice(0, machine.window).entries()) {
      if (full && alive.growth(word) > 0) continue
      const wait = waitOf(word)
      if (wait < least) [next, least] = [index, wait]
      if (wait === 0) break
    }
    for (const word of left.splice(next, 1)) {
      alive.compute(word)
      ordered.push(word)
      finished.set(word, ordered.length - 1 + machine.latency)
    }
  }
  return ordered
}

/** Which values still have readers. */
class LiveValues {
  count = 0
  readonly #readers = new Map<Word, number>()

  constructor(words: readonly Word[], lasting: ReadonlySet<Word>) {
    for (const word of [...words.flatMap(operandsOf), ...lasting])
      this.#readers.set(word, this.#readersOf(word) + 1)
  }

  #readersOf(word: Word): number {
    return this.#readers.get(word) ?? 0
  }

  /** How many values more are alive after a word has been computed. */
  growth(word: Word): number {
    const operands = operandsOf(word)
    const dying = new Set(
      operands.filter((one) => operands.filter((other) => other === one).length === this.#readersOf(one)),
    )
    return 1 - dying.size
  }

  compute(word: Word): void {
    this.count += this.growth(word)
    for (const operand of operandsOf(word)) this.#readers.set(operand, this.#readersOf(operand) - 1)
  }
}
