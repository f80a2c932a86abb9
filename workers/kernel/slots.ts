/**
 * Where the driver puts what is uniform, the same in all lanes of a group; a slot is one word a lane.
 * Read by the generated kernels, written by the driver.
 */
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

/** Entries of the table: all that four decimal digits can say. */
export const DIGITS = 10_000

/** Rounds to the turn that rolled kernels do up to round 15: the first turn begins at or before the round of the varying word. */
export const FIRST_ROUNDS = 2
