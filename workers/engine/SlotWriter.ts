import { ROUND_CONSTANTS } from '../kernel/roundConstants.ts'
import { FIRST_ROUNDS, SLOT } from '../kernel/slots.ts'
import { varyingWords } from '../kernel/varyingWords.ts'
import { at } from './at.ts'
import type { Layout } from './layoutOf.ts'
import type { Kernel } from './Kernel.ts'
import { extend, rounds, smallSigma0, smallSigma1, t1Of, t2Of } from './compress.ts'

/** Whether W[t] varies, for each varying word. */
const varies = Array.from({ length: 16 }, (_, word) => Int32Array.from(varyingWords(word), Number))

/** Writes what is uniform in one group of attempts into the slots that a kernel reads. */
export class SlotWriter {
  readonly #memory: Int32Array
  readonly #lanes: number
  readonly #folded: boolean
  readonly #state = new Int32Array(8)
  /** The state after the first words of the varying block, which no digit is in, and how many these are. */
  readonly #begun = new Int32Array(8)
  #constantWords = 0

  constructor({ memory, lanes, folded }: Kernel) {
    this.#memory = memory
    this.#lanes = lanes
    this.#folded = folded
  }

  put(slot: number, value: number): void {
    const index = slot * this.#lanes
    this.#memory[index] = value
    if (this.#lanes === 1) return
    this.#memory[index + 1] = value
    this.#memory[index + 2] = value
    this.#memory[index + 3] = value
  }

  /** What stays as it is while the layout does: the mask, K where a word varies, and the rounds before the first digit. */
  prepare(mask: number, { inSecond, start }: Layout, midstate: Int32Array, words: Int32Array): void {
    this.put(SLOT.mask, mask)
    for (let t = 0; t < 64; t++) this.put(SLOT.round + t, at(ROUND_CONSTANTS, t))
    const before = inSecond ? 0 : start >> 2
    this.#constantWords = before - (before % FIRST_ROUNDS)
    this.#begun.set(midstate)
    rounds(this.#begun, words, 0, this.#constantWords)
  }

  /** The group's first varying block: `words` holds its message words, those at the varying digits with zeros for digits. */
  writeFirst(layout: Layout, chain: Int32Array, words: Int32Array): void {
    const { word } = layout
    this.put(SLOT.base, at(words, word))
    this.#state.set(this.#constantWords === 0 ? chain : this.#begun)
    if (this.#folded) this.#fold(word, words)
    else this.#spread(word, words)
    if (layout.blocks === 1) this.put(SLOT.round + 63, at(ROUND_CONSTANTS, 63) + at(chain, 0))
    else for (let index = 0; index < 8; index++) this.put(SLOT.chain + index, at(chain, index))
  }

  /** All message words, what the rounds up to 15 add, and the state before the first of them that a rolled kernel does. */
  #spread(word: number, words: Int32Array): void {
    const first = word - (word % FIRST_ROUNDS)
    rounds(this.#state, words, this.#constantWords, first)
    for (let index = 0; index < 8; index++) this.put(SLOT.state + index, at(this.#state, index))
    for (let t = 0; t < 16; t++) {
      this.put(SLOT.schedule + t, at(words, t))
      if (t >= first) this.put(SLOT.round + t, at(words, t) + at(ROUND_CONSTANTS, t))
    }
    this.put(SLOT.varyingRound, at(ROUND_CONSTANTS, word))
  }

  /** The state after the varying word's round, without that word. */
  #advance(word: number, words: Int32Array): void {
    const state = this.#state
    rounds(state, words, this.#constantWords, word)
    const t1 = t1Of(state) + at(ROUND_CONSTANTS, word)
    this.put(SLOT.state, t1 + t2Of(state))
    for (let index = 1; index < 8; index++) this.put(SLOT.state + index, at(state, index - 1))
    this.put(SLOT.state + 4, at(state, 3) + t1)
  }

  /** The uniform words of the schedule, the uniform parts of the others, and the h of three rounds, which are still uniform. */
  #fold(word: number, words: Int32Array): void {
    this.#advance(word, words)
    const varying = varies[word] ?? new Int32Array(64)
    for (let t = word + 1; t < 48; t++) {
      if (t >= 16) {
        let part = 0
        if (!at(varying, t - 2)) part += smallSigma1(at(words, t - 2))
        if (!at(varying, t - 7)) part += at(words, t - 7)
        if (!at(varying, t - 15)) part += smallSigma0(at(words, t - 15))
        if (!at(varying, t - 16)) part += at(words, t - 16)
        words[t] = part
        if (at(varying, t)) this.put(SLOT.schedule + t, part)
      }
      const folded = t <= word + 3 ? at(this.#state, 7 - t + word) : 0
      if (!at(varying, t)) this.put(SLOT.round + t, at(words, t) + at(ROUND_CONSTANTS, t) + folded)
      else if (folded) this.put(SLOT.round + t, at(ROUND_CONSTANTS, t) + folded)
    }
  }

  /** The second block, all of it uniform. */
  writeSecond(words: Int32Array): void {
    extend(words)
    for (let t = 0; t < 64; t++) this.put(SLOT.second + t, at(words, t) + at(ROUND_CONSTANTS, t))
  }
}
