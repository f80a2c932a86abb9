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

/** Every kernel there is. */
export const KERNEL_NAMES: readonly KernelName[] = [...namesOf(1), ...namesOf(2)]

function namesOf(blocks: Blocks): KernelName[] {
  const words: readonly number[] = VARYING_WORDS[blocks]
  const madeFor = (kind: MadeForOneWord) => words.map((word) => `${kind}-${word}-${blocks}` as const)
  return [`rolled-${blocks}`, ...madeFor('unrolled'), ...madeFor('scalar')]
}
