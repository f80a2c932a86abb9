export type WordOperation = 'input' | 'load' | 'store' | 'add' | 'xor' | 'and' | 'shl' | 'shr' | 'rotr'

/** The position from which a slot number counts: the start of memory, the pointer of the enclosing loop, or the varying word. */
type Base = 'start' | 'loop' | 'word'

/** One value of a computation: an operation, the words it reads, and a constant (a slot, a shift or a local). */
export type Word = {
  readonly id: number
  readonly operation: WordOperation
  readonly inputs: readonly Word[]
  readonly constant: number
  readonly base: Base
  /** The corresponding word of PERIOD rounds earlier. */
  readonly earlier: Word | undefined
}

/** After this many rounds all words of the state and the message are back in their places. */
const PERIOD = 16

/** The words of a computation in the order of their creation, which is the order of the standard. */
export class WordGraph {
  /** Whether the target has a rotation. */
  readonly rotates: boolean
  #count = 0
  readonly #xors = new Map<string, Word>()
  readonly #rounds: Word[][] = []

  constructor(rotates: boolean) {
    this.rotates = rotates
  }

  beginRound(): void {
    this.#rounds.push([])
  }

  #make(operation: WordOperation, inputs: readonly Word[], constant = 0, base: Base = 'start'): Word {
    const round = this.#rounds.at(-1) ?? []
    const earlier = this.#rounds.at(-1 - PERIOD)?.[round.length]
    const word = { id: this.#count++, operation, inputs, constant, base, earlier }
    round.push(word)
    return word
  }

  input(local: number): Word {
    return this.#make('input', [], local)
  }

  load(slot: number, base: Base = 'start'): Word {
    return this.#make('load', [], slot, base)
  }

  store(word: Word, slot: number, base: Base): Word {
    return this.#make('store', [word], slot, base)
  }

  add(left: Word, right: Word): Word {
    return this.#make('add', [left, right])
  }

  /** Returns the exclusive or of two words, and the same word for the same two: a ⊕ b of a round is b ⊕ c of the next. */
  xor(left: Word, right: Word): Word {
    const key = left.id < right.id ? `${left.id} ${right.id}` : `${right.id} ${left.id}`
    const word = this.#xors.get(key) ?? this.#make('xor', [left, right])
    this.#xors.set(key, word)
    return word
  }

  shr(word: Word, bits: number): Word {
    return this.#make('shr', [word], bits)
  }

  /**
   * Rotates to the right. Without a rotation instruction it becomes two shifts and an addition, because arm64 shifts right and adds in one
   * instruction.
   */
  rotr(word: Word, bits: number): Word {
    if (this.rotates) return this.#make('rotr', [word], bits)
    return this.add(this.#make('shl', [word], 32 - bits), this.shr(word, bits))
  }

  and(left: Word, right: Word): Word {
    return this.#make('and', [left, right])
  }
}

/** Ch of FIPS 180-4 § 4.1.2, like the functions below: y where x has a set bit, z elsewhere. */
function ch(graph: WordGraph, x: Word, y: Word, z: Word): Word {
  return graph.xor(z, graph.and(x, graph.xor(y, z)))
}

/** Maj: z where x and y differ, y elsewhere. The y ⊕ z of a round is the x ⊕ y of the round before. */
function maj(graph: WordGraph, x: Word, y: Word, z: Word): Word {
  return graph.xor(y, graph.and(graph.xor(x, y), graph.xor(y, z)))
}

/** Σ0 and Σ1 consist of three rotations; σ0 and σ1 have a shift in place of the third. */
function sigma(graph: WordGraph, x: Word, [one, two, three]: Sigma, last: 'rotr' | 'shr' = 'rotr'): Word {
  return graph.xor(graph.xor(graph.rotr(x, one), graph.rotr(x, two)), graph[last](x, three))
}
type Sigma = readonly [number, number, number]

/** a … h of FIPS 180-4 § 6.2.2; h is missing if it has been added to the round's addend. */
export type Sha256State = readonly [Word, Word, Word, Word, Word, Word, Word, Word | undefined]

function sum(graph: WordGraph, terms: readonly (Word | undefined)[]): Word {
  const [first, ...rest] = terms.filter((term) => term !== undefined)
  if (!first) throw new Error('a word without terms')
  return rest.reduce((total, term) => graph.add(total, term), first)
}

export function appendRound(graph: WordGraph, state: Sha256State, addend: Word): Sha256State {
  const [a, b, c, d, e, f, g, h] = state
  const choice = graph.add(sigma(graph, e, [6, 11, 25]), ch(graph, e, f, g))
  const t1 = sum(graph, [addend, h, choice])
  const t2 = graph.add(sigma(graph, a, [2, 13, 22]), maj(graph, a, b, c))
  return [graph.add(t1, t2), a, b, c, graph.add(d, t1), e, f, g]
}

/**
 * Returns W[t], or only its varying part. `words` gives W[t − back], or undefined if that word is the same for the group and is part of
 * `uniform`.
 */
export function scheduleWord(
  graph: WordGraph,
  words: (back: number) => Word | undefined,
  uniform?: Word,
): Word {
  const [w2, w7, w15, w16] = [words(2), words(7), words(15), words(16)]
  return sum(graph, [
    uniform,
    w16,
    w15 && sigma(graph, w15, [7, 18, 3], 'shr'),
    w7,
    w2 && sigma(graph, w2, [17, 19, 10], 'shr'),
  ])
}

const FRACTION = 2 ** 32

function primes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}

/** K of FIPS 180-4 § 4.2.2: fractions of the cube roots of the first 64 primes. A double holds the 35 bits this needs. */
export const ROUND_CONSTANTS = Int32Array.from(primes(64), (prime) => Math.cbrt(prime) * FRACTION)

/** H(0) of FIPS 180-4 § 5.3.3: fractions of the square roots of the first 8 primes. */
export const INITIAL_STATE = Int32Array.from(primes(8), (prime) => Math.sqrt(prime) * FRACTION)
