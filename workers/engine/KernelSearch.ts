import { DIGIT_TABLE_ADDRESS, ROUNDS_PER_EARLY_ITERATION, SLOT_ADDRESSES } from '../kernel/Kernel.ts'
import type { BlockCount, LoadedKernel } from '../kernel/Kernel.ts'
import { varyingWords } from '../kernel/schedule.ts'
import { ROUND_CONSTANTS } from '../kernel/sha256Graph.ts'
import { hasLeadingZeros } from '../../contract/challenge.ts'
import type { SearchRequest } from './Engine.ts'
import {
  PaddedTail,
  elementAt,
  compressBlock,
  extendSchedule,
  readBlock,
  runRounds,
  smallSigma0,
  smallSigma1,
  computeT1WithoutKW,
  computeT2,
} from './PaddedTail.ts'

/** Bytes of a SHA-256 block, and the bytes at its end that the padding (0x80 and the length) needs at least. */
const BLOCK_BYTES = 64
const PADDING_BYTES_MIN = 9

/** Describes where the digits of a counter are in the last one or two blocks, and which of them vary inside a group. */
export type CounterLayout = Readonly<ReturnType<typeof computeLayout>>

/**
 * Chooses the message word that varies inside a group: the one with the last digit if it holds three digits or more, otherwise the word
 * before it, so that groups are long. The word is never in the first of two blocks if only one hundred attempts would share it.
 */
export function computeLayout(keyBytes: number, digits: number) {
  const start = keyBytes % BLOCK_BYTES
  const last = start + digits - 1
  const tail: BlockCount = last + 1 + PADDING_BYTES_MIN > BLOCK_BYTES ? 2 : 1
  const inLast = (last & 3) + 1
  const before = last - inLast
  const crosses = last >= BLOCK_BYTES && before < BLOCK_BYTES
  const suffix = digits > inLast && (inLast === 1 || (inLast === 2 && !crosses)) ? inLast : 0
  const end = last - suffix
  const inSecond = end >= BLOCK_BYTES
  const blocks: BlockCount = inSecond || tail === 1 ? 1 : 2
  return {
    digits,
    /** Offset of the first digit, in bytes after the whole blocks of the key. */
    start,
    /**
     * `inner`: number of digits that vary inside a group (1–4, all in one word). `suffix`: number of digits after them, which are constant
     * in a group.
     */
    inner: Math.min(digits - suffix, (end & 3) + 1),
    suffix,
    /** Whether the varying word is in the second block. The first block is then the same for the whole group. */
    inSecond,
    /**
     * `blocks`: number of blocks from the one with the varying word to the end. `tail`: number of all blocks after the key's whole ones.
     */
    blocks,
    tail,
    /** Index of the varying word in its block, and the number of bits by which the digits are shifted in it. */
    word: (end % BLOCK_BYTES) >> 2,
    shift: 8 * (3 - (end & 3)),
  }
}

const varies = Array.from({ length: 16 }, (_, word) => Int32Array.from(varyingWords(word), Number))

/** Number of rounds after that of the varying word in which `h` is still the same for the whole group and is folded into a constant. */
const FOLDED_ROUNDS = 3

/** From this index on, every message word depends on the varying one, whichever word that is. */
const UNIFORM_END = 48

const roundsAfter = (word: number) =>
  Array.from({ length: UNIFORM_END - word - 1 }, (_, index) => word + 1 + index)

/** Returns the rounds whose constants change between groups, if the digits that are constant in a group are in the words [first, last]. */
function changingRounds(word: number, first: number, last: number): number[] {
  const varying = varies[word] ?? new Int32Array(64)
  const changes = new Int32Array(64)
  return roundsAfter(word).filter((t) => {
    const inputs = t < 16 ? [] : [t - 2, t - 7, t - 15, t - 16]
    const isChanged = (input: number) => (input < word ? input >= first : elementAt(changes, input) === 1)
    const differs = t < 16 ? t <= last : inputs.some(isChanged)
    if (differs && !elementAt(varying, t)) changes[t] = 1
    return differs || t <= word + FOLDED_ROUNDS
  })
}

class SlotWriter {
  readonly #memory: Int32Array
  readonly #lanes: number
  readonly #folded: boolean
  readonly #state = new Int32Array(8)
  /** The state after the words of the varying block that hold no digit, and the number of these words. */
  readonly #begun = new Int32Array(8)
  #constantWords = 0
  /**
   * The part of the message schedule that is the same for a whole group, and the rounds to compute again: all for the first group, then
   * only those that change.
   */
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

  /**
   * Writes what depends on the layout and the key only: the mask, K of the rounds whose word varies, and the rounds before the first
   * digit.
   */
  prepare(mask: number, layout: CounterLayout, midstate: Int32Array, words: Int32Array): void {
    const { inSecond, start, digits, word } = layout
    this.put(SLOT_ADDRESSES.mask, mask)
    for (let t = 0; t < 64; t++) this.put(SLOT_ADDRESSES.round + t, elementAt(ROUND_CONSTANTS, t))
    const before = inSecond ? 0 : start >> 2
    this.#constantWords = before - (before % ROUNDS_PER_EARLY_ITERATION)
    this.#begun.set(midstate)
    runRounds(this.#begun, words, 0, this.#constantWords)
    if (!this.#folded) return
    this.#stale = roundsAfter(word)
    const last = (start + digits - 1) >> 2
    this.#changing = changingRounds(word, before, inSecond ? last - 16 : last)
  }

  /** Writes the first varying block of a group. `words` holds its message words, with the character "0" in place of each varying digit. */
  writeFirst(layout: CounterLayout, chain: Int32Array, words: Int32Array): void {
    const { word } = layout
    this.put(SLOT_ADDRESSES.base, elementAt(words, word))
    this.#state.set(this.#constantWords === 0 ? chain : this.#begun)
    if (this.#folded) this.#fold(word, words)
    else this.#spread(word, words)
    if (layout.blocks === 1)
      this.put(SLOT_ADDRESSES.round + 63, elementAt(ROUND_CONSTANTS, 63) + elementAt(chain, 0))
    else
      for (let index = 0; index < 8; index++) this.put(SLOT_ADDRESSES.chain + index, elementAt(chain, index))
  }

  /**
   * Writes, for rolled kernels, all message words, the addends of rounds 0 to 15, and the state before the first round that the kernel
   * computes.
   */
  #spread(word: number, words: Int32Array): void {
    const first = word - (word % ROUNDS_PER_EARLY_ITERATION)
    runRounds(this.#state, words, this.#constantWords, first)
    for (let index = 0; index < 8; index++)
      this.put(SLOT_ADDRESSES.state + index, elementAt(this.#state, index))
    for (let t = 0; t < 16; t++) {
      this.put(SLOT_ADDRESSES.schedule + t, elementAt(words, t))
      if (t >= first) this.put(SLOT_ADDRESSES.round + t, elementAt(words, t) + elementAt(ROUND_CONSTANTS, t))
    }
    this.put(SLOT_ADDRESSES.varyingRound, elementAt(ROUND_CONSTANTS, word))
  }

  #advance(word: number, words: Int32Array): void {
    const state = this.#state
    runRounds(state, words, this.#constantWords, word)
    const t1 = computeT1WithoutKW(state) + elementAt(ROUND_CONSTANTS, word)
    this.put(SLOT_ADDRESSES.state, t1 + computeT2(state))
    for (let index = 1; index < 8; index++)
      this.put(SLOT_ADDRESSES.state + index, elementAt(state, index - 1))
    this.put(SLOT_ADDRESSES.state + 4, elementAt(state, 3) + t1)
  }

  /**
   * Writes, for unrolled kernels, the schedule words that are the same for a whole group, the constant parts of the others, and `h` of the
   * three rounds in which it is still constant.
   */
  #fold(word: number, words: Int32Array): void {
    this.#advance(word, words)
    const schedule = this.#schedule
    for (let t = 0; t < 16; t++) schedule[t] = elementAt(words, t)
    const varying = varies[word] ?? new Int32Array(64)
    for (const t of this.#stale) {
      if (t >= 16) {
        let part = 0
        if (!elementAt(varying, t - 2)) part += smallSigma1(elementAt(schedule, t - 2))
        if (!elementAt(varying, t - 7)) part += elementAt(schedule, t - 7)
        if (!elementAt(varying, t - 15)) part += smallSigma0(elementAt(schedule, t - 15))
        if (!elementAt(varying, t - 16)) part += elementAt(schedule, t - 16)
        schedule[t] = part
        if (elementAt(varying, t)) this.put(SLOT_ADDRESSES.schedule + t, part)
      }
      const folded = t <= word + FOLDED_ROUNDS ? elementAt(this.#state, 7 - t + word) : 0
      if (!elementAt(varying, t))
        this.put(SLOT_ADDRESSES.round + t, elementAt(schedule, t) + elementAt(ROUND_CONSTANTS, t) + folded)
      else if (t <= word + FOLDED_ROUNDS)
        this.put(SLOT_ADDRESSES.round + t, elementAt(ROUND_CONSTANTS, t) + folded)
    }
    this.#stale = this.#changing
  }

  writeSecond(words: Int32Array): void {
    extendSchedule(words)
    for (let t = 0; t < 64; t++)
      this.put(SLOT_ADDRESSES.second + t, elementAt(words, t) + elementAt(ROUND_CONSTANTS, t))
  }
}

/** The counters base + m·10^suffix for m in [from, to), which one call of a kernel tries. */
export type AttemptGroup = { readonly base: number; readonly from: number; readonly to: number }

export function* planAttemptGroups(
  { inner, suffix }: CounterLayout,
  from: number,
  to: number,
): Generator<AttemptGroup> {
  const width = 10 ** inner
  const step = 10 ** suffix
  for (let start = from - (from % (width * step)); start < to; start += width * step) {
    for (let base = start; base < start + step; base++) {
      const group = {
        base,
        from: Math.max(0, Math.ceil((from - base) / step)),
        to: Math.min(width, Math.ceil((to - base) / step)),
      }
      if (group.from < group.to) yield group
    }
  }
}

type KernelFor = (layout: CounterLayout) => LoadedKernel

const encoder = new TextEncoder()

/** Returns the bits of digest word 0 that must be zero for `difficulty` leading hex zeros; from 8 zeros on, all of them. */
function difficultyMask(difficulty: number): number {
  return difficulty === 0 ? 0 : -1 << (32 - 4 * Math.min(difficulty, 8))
}

export class KernelSearch {
  readonly #kernelFor: KernelFor
  readonly #words = new Int32Array(64)
  #key: string | undefined
  #tail = new PaddedTail(new Uint8Array())

  constructor(kernelFor: KernelFor) {
    this.#kernelFor = kernelFor
  }

  search({ key, difficulty, from, count }: SearchRequest): number | null {
    if (key !== this.#key) this.#tail = new PaddedTail(encoder.encode(key))
    this.#key = key
    const end = from + count
    for (let start = from; start < end;) {
      const digits = String(start).length
      const stop = Math.min(end, 10 ** digits)
      const found = this.#searchLayout(computeLayout(this.#tail.key.length, digits), difficulty, start, stop)
      if (found !== null) return found
      start = stop
    }
    return null
  }

  #searchLayout(layout: CounterLayout, difficulty: number, from: number, to: number): number | null {
    const kernel = this.#kernelFor(layout)
    const writer = new SlotWriter(kernel)
    const tail = this.#tail
    tail.layOut(layout.digits)
    readBlock(this.#words, tail.bytes, 0)
    writer.prepare(difficultyMask(difficulty), layout, tail.midstate, this.#words)
    for (const group of planAttemptGroups(layout, from, to)) {
      this.#writeGroup(layout, group.base, writer)
      const found = this.#searchGroup(layout, group, difficulty, kernel)
      if (found !== null) return found
    }
    return null
  }

  #writeGroup(layout: CounterLayout, base: number, writer: SlotWriter): void {
    const { inSecond } = layout
    const words = this.#words
    const tail = this.#tail
    tail.write(base)
    let chain = tail.midstate
    if (inSecond) {
      chain = chain.slice()
      readBlock(words, tail.bytes, 0)
      compressBlock(chain, words)
    } else if (layout.tail === 2) {
      readBlock(words, tail.bytes, 64)
      writer.writeSecond(words)
    }
    readBlock(words, tail.bytes, inSecond ? 64 : 0)
    writer.writeFirst(layout, chain, words)
  }

  #searchGroup(
    { suffix, shift, word }: CounterLayout,
    { base, from, to }: AttemptGroup,
    difficulty: number,
    kernel: LoadedKernel,
  ) {
    const end = DIGIT_TABLE_ADDRESS + 4 * to
    const size = 4 * kernel.lanes
    for (let address = DIGIT_TABLE_ADDRESS + 4 * from; address < end; address += size) {
      address = kernel.run(address, end, shift, word * size)
      for (let lane = 0; lane < kernel.lanes && address + 4 * lane < end; lane++) {
        const counter = base + ((address - DIGIT_TABLE_ADDRESS) / 4 + lane) * 10 ** suffix
        if (hasLeadingZeros(this.#tail.digestOf(counter), difficulty)) return counter
      }
    }
    return null
  }
}
