import type { Word } from './sha256Graph.ts'

/** Straight-line code that stores words and leaves others in locals; once, or in a loop. */
export type Statement = {
  readonly stores?: readonly Word[]
  readonly outputs: readonly (readonly [local: number, word: Word])[]
  readonly loop?: Loop
}

/** A loop whose pointer runs over slots [from, to); `from` may be the varying word's, rounded down to a whole number of steps. */
export type Loop = { readonly from: number | 'word'; readonly to: number; readonly step: number }

/** One attempt in each lane: reads the varying message word from local 0 and leaves digest word 0 in local `digest`. */
export type Kernel = {
  readonly locals: number
  readonly statements: readonly Statement[]
  readonly digest: number
}

export const VARYING = 0

/** A generated kernel. Rolled ones work for every varying word; the name of the others holds theirs. The last number counts blocks. */
export type KernelName = `rolled-${Blocks}` | `${MadeForOneWord}-${number}-${Blocks}`

export type KernelKind = 'rolled' | MadeForOneWord
type MadeForOneWord = 'unrolled' | 'scalar'

/** Blocks from the varying one to the end of the message. */
export type Blocks = 1 | 2

/** The varying words that layouts can choose: in the last block up to 13, in the last but one from 13 on. */
export const VARYING_WORDS = {
  1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  2: [13, 14, 15],
} as const satisfies Record<Blocks, readonly number[]>

export const KERNEL_NAMES: readonly KernelName[] = [...namesOf(1), ...namesOf(2)]

function namesOf(blocks: Blocks): KernelName[] {
  const words: readonly number[] = VARYING_WORDS[blocks]
  const madeFor = (kind: MadeForOneWord) => words.map((word) => `${kind}-${word}-${blocks}` as const)
  return [`rolled-${blocks}`, ...madeFor('unrolled'), ...madeFor('scalar')]
}

/** Where the driver puts what is uniform in a group, for the kernels to read; a slot is one word a lane. */
export const SLOT = {
  /** All that round t adds and that is uniform: K[t], W[t] where it does not vary, h where it does not vary. */
  round: 0,
  /** The uniform part of W[t] for t ≥ 16; the message words themselves below. */
  schedule: 64,
  /** In folded kernels the state after the round of the varying word, without that word; in rolled ones the state before their first round. */
  state: 128,
  /** The hash value that the block is added to. */
  chain: 136,
  /** The varying word without the digits that vary. */
  base: 144,
  /** The bits of digest word 0 that must be zero. */
  mask: 145,
  /** W[t] + K[t] of the second block, where there is one. */
  second: 146,
  /** K of the varying word's round, for kernels that fold nothing. */
  varyingRound: 210,
} as const

/** Where the table of digits begins, in bytes: after the slots of four lanes. */
export const DIGITS_AT = 8192

export const DIGITS = 10_000

/** Rounds per iteration that rolled kernels do up to round 15: the first iteration begins at or before the round of the varying word. */
export const FIRST_ROUNDS = 2
