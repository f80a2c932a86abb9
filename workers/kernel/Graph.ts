/** What a word of the graph is made by. All are 32-bit operations, on every lane at once. */
export type Operation = 'input' | 'load' | 'store' | 'add' | 'xor' | 'and' | 'shl' | 'shr' | 'rotr'

/** What a slot number counts from: the start of memory, the pointer of the enclosing loop, or the place of the varying word. */
type Base = 'start' | 'loop' | 'word'

/** One value of a computation: an operation, the words it reads, and a constant (a slot, a shift or a local). */
export type Word = {
  readonly id: number
  readonly operation: Operation
  readonly inputs: readonly Word[]
  readonly constant: number
  readonly base: Base
  /** Where in the standard the word belongs: the round, and its number among the words of that round. */
  readonly round: number
  readonly place: number
}

/** How a machine rotates: in one instruction, or by two shifts and an addition. */
export type Dialect = { readonly rotate: boolean }

/** Words in the order of their making, which is the order of the standard. */
export class Graph {
  readonly dialect: Dialect
  readonly #words: Word[] = []
  readonly #xors = new Map<string, Word>()
  #round = 0
  #place = 0

  constructor(dialect: Dialect) {
    this.dialect = dialect
  }

  /** The words that follow belong to round `t`. */
  beginRound(t: number): void {
    this.#round = t
    this.#place = 0
  }

  #make(operation: Operation, inputs: readonly Word[], constant = 0, base: Base = 'start'): Word {
    const word = {
      id: this.#words.length,
      operation,
      inputs,
      constant,
      base,
      round: this.#round,
      place: this.#place++,
    }
    this.#words.push(word)
    return word
  }

  /** A local that has its value when the computation starts. */
  input(local: number): Word {
    return this.#make('input', [], local)
  }

  /** A uniform word, the same in every lane, that the driver put into a slot. */
  load(slot: number, base: Base = 'start'): Word {
    return this.#make('load', [], slot, base)
  }

  store(word: Word, slot: number, base: Base): Word {
    return this.#make('store', [word], slot, base)
  }

  add(left: Word, right: Word): Word {
    return this.#make('add', [left, right])
  }

  /** The same two words have one exclusive or: a ⊕ b of a round is b ⊕ c of the next. */
  xor(left: Word, right: Word): Word {
    const key = left.id < right.id ? `${left.id} ${right.id}` : `${right.id} ${left.id}`
    const word = this.#xors.get(key) ?? this.#make('xor', [left, right])
    this.#xors.set(key, word)
    return word
  }

  shr(word: Word, bits: number): Word {
    return this.#make('shr', [word], bits)
  }

  /** A rotation to the right. Made of shifts it ends in an addition: arm64 shifts right and adds in one instruction. */
  rotr(word: Word, bits: number): Word {
    if (this.dialect.rotate) return this.#make('rotr', [word], bits)
    return this.add(this.#make('shl', [word], 32 - bits), this.shr(word, bits))
  }

  and(left: Word, right: Word): Word {
    return this.#make('and', [left, right])
  }
}
