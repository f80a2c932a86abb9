/** Bytes of a block, and how many of the last are taken by 0x80 and the length at least. */
const BLOCK = 64
const PADDING = 9

/** Where the digits of a counter stand in the last block or two, and which of them vary inside a group. */
export type Layout = {
  /** Digits of the counter. */
  readonly digits: number
  /** The first digit's byte after the whole blocks of the key. */
  readonly start: number
  /** Digits that vary inside a group, 1–4, all in one word; and those after them, which are the group's. */
  readonly inner: number
  readonly suffix: number
  /** Whether the varying word is in the second block: then the first one is uniform. */
  readonly inSecond: boolean
  /** Blocks from the varying one on, and blocks after the key's whole ones. */
  readonly blocks: 1 | 2
  readonly tail: 1 | 2
  /** The varying word of its block, and how far the digits are shifted in it. */
  readonly word: number
  readonly shift: number
}

/**
 * Chooses the varying word: the one with the last digit if it holds three or more digits, else the one before, which holds four,
 * so that a group is long; but never the first of two blocks for the sake of one hundred attempts.
 */
export function layoutOf(keyBytes: number, digits: number): Layout {
  const start = keyBytes % BLOCK
  const last = start + digits - 1
  const tail = last + 1 + PADDING > BLOCK ? 2 : 1
  const inLast = (last & 3) + 1
  const before = last - inLast
  const crosses = last >= BLOCK && before < BLOCK
  const suffix = digits > inLast && (inLast === 1 || (inLast === 2 && !crosses)) ? inLast : 0
  const end = last - suffix
  const inSecond = end >= BLOCK
  return {
    digits,
    start,
    inner: Math.min(digits - suffix, (end & 3) + 1),
    suffix,
    inSecond,
    blocks: inSecond || tail === 1 ? 1 : 2,
    tail,
    word: (end % BLOCK) >> 2,
    shift: 8 * (3 - (end & 3)),
  }
}
