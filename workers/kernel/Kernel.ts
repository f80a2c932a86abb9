import type { Word } from './sha256Graph.ts'

/** Straight-line code that stores some words and assigns others to locals. It runs once, or in a loop. */
export type KernelStatement = {
  readonly stores?: readonly Word[]
  readonly outputs: readonly (readonly [local: number, word: Word])[]
  readonly loop?: KernelLoop
}

/** A loop whose pointer runs over slots [from, to); `from` may be the varying word's, rounded down to a whole number of steps. */
export type KernelLoop = { readonly from: number | 'word'; readonly to: number; readonly step: number }

/**
 * A program that makes one attempt in each SIMD lane. It reads the varying message word from local 0 and puts word 0 of the digest into
 * local `digest`.
 */
export type Kernel = {
  readonly locals: number
  readonly statements: readonly KernelStatement[]
  readonly digest: number
}

export const VARYING_WORD_LOCAL = 0

/**
 * Name of a generated kernel. Rolled kernels work for every varying word; the names of the others contain theirs. The last number counts
 * blocks.
 */
export type KernelName = `rolled-${BlockCount}` | `${MadeForOneWord}-${number}-${BlockCount}`

export type KernelKind = 'rolled' | MadeForOneWord
type MadeForOneWord = 'unrolled' | 'scalar'

/** Number of blocks from the one with the varying word to the end of the message. */
export type BlockCount = 1 | 2

/** The message words that layouts can let vary, by `BlockCount`. 1: a word of the last block, up to word 13. 2: a word of the last block but one, from word 13 on. */
export const VARYING_WORDS = {
  1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  2: [13, 14, 15],
} as const satisfies Record<BlockCount, readonly number[]>

export const KERNEL_NAMES: readonly KernelName[] = [...kernelNames(1), ...kernelNames(2)]

function kernelNames(blocks: BlockCount): KernelName[] {
  const words: readonly number[] = VARYING_WORDS[blocks]
  const madeFor = (kind: MadeForOneWord) => words.map((word) => `${kind}-${word}-${blocks}` as const)
  return [`rolled-${blocks}`, ...madeFor('unrolled'), ...madeFor('scalar')]
}

/**
 * The addresses at which the driver writes the values that are the same for a whole group of attempts. A slot has one word for each lane.
 */
export const SLOT_ADDRESSES = {
  /** The part of the addend of round t that is the same for the group: K[t], W[t] if it does not vary, and h if it does not vary. */
  round: 0,
  /** The part of W[t] that is the same for the group, for t ≥ 16; the message words themselves for t < 16. */
  schedule: 64,
  /**
   * In folded kernels, the state after the round of the varying word, computed without that word; in rolled kernels, the state before
   * their first round.
   */
  state: 128,
  /** The hash value to which the block is added. */
  chain: 136,
  /** The varying message word without the digits that vary. */
  base: 144,
  /** The bits of word 0 of the digest that must be zero. */
  mask: 145,
  /** W[t] + K[t] of the second block, if there is one. */
  second: 146,
  /** K of the round that adds the varying word, for kernels that fold nothing. */
  varyingRound: 210,
} as const

/**
 * Byte address of the table of digits, which is after the slots of four lanes. Entry m is a big-endian word that holds the four decimal digits
 * of m as the numbers 0 to 9, to be added to characters "0".
 */
export const DIGIT_TABLE_ADDRESS = 8192

export const DIGIT_TABLE_LENGTH = 10_000

/**
 * Rounds that rolled kernels compute in one iteration up to round 15. The first iteration begins at or before the round of the varying
 * word.
 */
export const ROUNDS_PER_EARLY_ITERATION = 2

/**
 * A generated kernel. It tries the digits at [from, to) of the table (byte addresses, whole vectors) and returns the address of the first
 * vector that may hold a solution, or an address past `to` if none does.
 */
export type KernelRun = (from: number, to: number, shift: number, word: number) => number

export type LoadedKernel = {
  readonly run: KernelRun
  /** Attempts that one vector tries at a time: 4 with SIMD. */
  readonly lanes: 1 | 4
  /** Whether the kernel expects the constant parts of the schedule and of `h` to be folded into the slots. */
  readonly folded: boolean
  readonly memory: Int32Array
}
