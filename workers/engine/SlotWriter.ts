import { ROUND_CONSTANTS } from '../kernel/roundConstants.ts'
import { FIRST_ROUNDS, SLOT } from '../kernel/slots.ts'
import { varyingWords } from '../kernel/varyingWords.ts'
import { at, extend, rounds, smallSigma0, smallSigma1, t1Of, t2Of } from './compress.ts'
import type { Layout } from './layoutOf.ts'
import type { LoadedKernel } from './LoadedKernel.ts'

/** Whether W[t] varies, for each varying word. */
const varies = Array.from({ length: 16 }, (_, word) => Int32Array.from(varyingWords(word), Number))

/** Rounds whose h is uniform and folded, after that of the varying word. */
const FOLDED = 3

/** Message words from here on are not uniform any more, whatever the varying one is. */
const UNIFORM_END = 48

/** Rounds after that of the varying word, up to the last one with anything uniform to fold. */
const roundsAfter = (word: number) =>
  Array.from({ length: UNIFORM_END - word - 1 }, (_, index) => word + 1 + index)

/** Those of them whose slots differ from group to group, where the groups' digits are in the words [first, last]. */
function changingRounds(word: number, first: number, last: number): number[] {
  const varying = varies[word] ?? new Int32Array(64)
  const changes = new Int32Array(64)
  return roundsAfter(word).filter((t) => {
    const inputs = t < 16 ? [] : [t - 2, t - 7, t - 15, t - 16]
    const differs = t < 16 ? t <= last : inputs.some((input) => changed(input))
    if (differs && !at(varying, t)) changes[t] = 1
    return differs || t <= word + FOLDED
  })

  function changed(t: number): boolean {
    return t < word ? t >= first : at(changes, t) === 1
  }
}

/** Writes what is uniform in one group of attempts into the slots that a kernel reads. */
export class SlotWriter {
  readonly #memory: Int32Array
  readonly #lanes: number
  readonly #folded: boolean
  readonly #state = new Int32Array(8)
  /** The state after the first words of the varying block, which no digit is in, and how many these are. */
  readonly #begun = new Int32Array(8)
  #constantWords = 0
  /** The schedule as far as it is uniform, and the rounds to fold anew: all for the first group, then those that differ from it. */
  readonly #schedule = new Int32Array(64)
  #stale: readonly number[] = []
  #changing: readonly number[] = []

  constructor({ memory, lanes, folded }: LoadedKernel) {
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
  prepare(mask: number, layout: Layout, midstate: Int32Array, words: Int32Array): void {
    const { inSecond, start, digits, word } = layout
    this.put(SLOT.mask, mask)
    for (let t = 0; t < 64; t++) this.put(SLOT.round + t, at(ROUND_CONSTANTS, t))
    const before = inSecond ? 0 : start >> 2
    this.#constantWords = before - (before % FIRST_ROUNDS)
    this.#begun.set(midstate)
    rounds(this.#begun, words, 0, this.#constantWords)
    if (!this.#folded) return
    this.#stale = roundsAfter(word)
    const last = (start + digits - 1) >> 2
    this.#changing = changingRounds(word, before, inSecond ? last - 16 : last)
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
    const schedule = this.#schedule
    for (let t = 0; t < 16; t++) schedule[t] = at(words, t)
    const varying = varies[word] ?? new Int32Array(64)
    for (const t of this.#stale) {
      if (t >= 16) {
        let part = 0
        if (!at(varying, t - 2)) part += smallSigma1(at(schedule, t - 2))
        if (!at(varying, t - 7)) part += at(schedule, t - 7)
        if (!at(varying, t - 15)) part += smallSigma0(at(schedule, t - 15))
        if (!at(varying, t - 16)) part += at(schedule, t - 16)
        schedule[t] = part
        if (at(varying, t)) this.put(SLOT.schedule + t, part)
      }
      const folded = t <= word + FOLDED ? at(this.#state, 7 - t + word) : 0
      if (!at(varying, t)) this.put(SLOT.round + t, at(schedule, t) + at(ROUND_CONSTANTS, t) + folded)
      else if (t <= word + FOLDED) this.put(SLOT.round + t, at(ROUND_CONSTANTS, t) + folded)
    }
    this.#stale = this.#changing
  }

  /** The second block, all of it uniform. */
  writeSecond(words: Int32Array): void {
    extend(words)
    for (let t = 0; t < 64; t++) this.put(SLOT.second + t, at(words, t) + at(ROUND_CONSTANTS, t))
  }
}
