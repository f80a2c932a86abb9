import type { Word } from './Graph.ts'
import { listSchedule } from './listSchedule.ts'
import type { Lanes } from './instructions.ts'
import { control } from './instructions.ts'
import type { Straight } from './Kernel.ts'
import type { Machine } from './listSchedule.ts'
import { isInline, scheduledWords, operandsOf } from './scheduledWords.ts'
import type { TemporaryLocals } from './TemporaryLocals.ts'

/** Where a function keeps things. */
export type Frame = {
  readonly lanes: Lanes
  readonly machine: Machine
  /** The locals that hold the loop's pointer and the place of the varying word; both in bytes. */
  readonly loop: number
  readonly place: number
  /** The number of the kernel's local 0, and the locals for what is short-lived. */
  readonly vectors: number
  readonly temporaries: TemporaryLocals
}

/** Rounds before, in this order, whose same word lends its local: state words come back after eight and four, message words after sixteen. */
const BACK = [8, 4, 16]

/** Straight-line code in the list scheduler's order. A result whose only reader comes next stays on the stack. */
class StraightWriter {
  readonly code: number[] = []
  readonly #frame: Frame
  readonly #lasting: ReadonlySet<Word>
  readonly #readers = new Map<Word, number>()
  readonly #places = new Map<Word, number>()
  /** The locals of all words so far: equal rounds should get equal code, which packs well. */
  readonly #locals = new Map<string, number>()
  #onStack: Word | undefined

  constructor(words: readonly Word[], lasting: ReadonlySet<Word>, frame: Frame) {
    this.#frame = frame
    this.#lasting = lasting
    for (const operand of words.flatMap(operandsOf))
      this.#readers.set(operand, (this.#readers.get(operand) ?? 0) + 1)
  }

  /** Computes a word and leaves it on the stack. */
  write(word: Word): void {
    const inputs = this.#inputsOf(word)
    // The address of a store comes before its value.
    this.#settle(word.operation === 'store' ? undefined : inputs[0])
    if (word.operation === 'load' || word.operation === 'store') {
      const { loop, place } = this.#frame
      this.code.push(
        ...{ start: control.constant(0), loop: control.get(loop), word: control.get(place) }[word.base],
      )
    }
    this.#compute(word, inputs)
    if (word.operation !== 'store') this.#onStack = word
  }

  /** Moves the words that last into their locals, all at once. */
  finish(outputs: Straight['outputs']): void {
    this.#settle(undefined)
    const { vectors } = this.#frame
    for (const [, word] of outputs) {
      const place = word.operation === 'input' ? vectors + word.constant : this.#places.get(word)
      if (place === undefined) throw new Error('an output that was not computed')
      this.code.push(...control.get(place))
    }
    for (const [local] of outputs.toReversed()) this.code.push(...control.set(vectors + local))
    for (const place of new Set(this.#places.values())) this.#frame.temporaries.give(place)
  }

  /** Its inputs, exchanged if that puts the one that is on the stack first. */
  #inputsOf({ operation, inputs }: Word): readonly Word[] {
    const commutes = operation === 'add' || operation === 'xor' || operation === 'and'
    return commutes && inputs[1] && inputs[1] === this.#onStack ? inputs.toReversed() : inputs
  }

  /** Puts the last result into a local, unless it stays on the stack for its only reader. */
  #settle(next: Word | undefined): void {
    const word = this.#onStack
    if (!word || (word === next && this.#readers.get(word) === 1 && !this.#lasting.has(word))) return
    const wanted = BACK.map((back) => this.#locals.get(`${word.round - back} ${word.place}`))
    const place = this.#frame.temporaries.take(wanted)
    this.#locals.set(`${word.round} ${word.place}`, place)
    this.#places.set(word, place)
    this.code.push(...control.set(place))
    this.#onStack = undefined
  }

  #compute({ operation, constant, ...word }: Word, inputs: readonly Word[]): void {
    const { lanes } = this.#frame
    for (const input of inputs) this.#push(input, { operation, constant, ...word })
    if (operation === 'input') return
    if (operation === 'load' || operation === 'store')
      this.code.push(...lanes[operation](constant * lanes.lanes * 4))
    else if (operation === 'shl' || operation === 'shr' || operation === 'rotr') {
      this.code.push(...control.constant(constant), ...lanes[operation])
    } else this.code.push(...lanes[operation])
  }

  #push(word: Word, reader: Word): void {
    if (word.operation === 'input') this.code.push(...control.get(this.#frame.vectors + word.constant))
    else if (isInline(word, reader)) this.#compute(word, word.inputs)
    else {
      const left = (this.#readers.get(word) ?? 0) - 1
      this.#readers.set(word, left)
      const place = this.#places.get(word)
      if (place === undefined) {
        this.#onStack = undefined
        return
      }
      this.code.push(...control.get(place))
      if (left > 0 || this.#lasting.has(word)) return
      this.#frame.temporaries.give(place)
      this.#places.delete(word)
    }
  }
}

/** The code of one straight-line statement. */
export function emitStraight(statement: Straight, frame: Frame): number[] {
  const lasting = new Set(statement.outputs.map(([, word]) => word))
  const words = listSchedule(scheduledWords(statement), lasting, frame.machine)
  const writer = new StraightWriter(words, lasting, frame)
  for (const word of words) writer.write(word)
  writer.finish(statement.outputs)
  return writer.code
}
