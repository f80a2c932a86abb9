import { describeEverySolution } from '../workers/engine/solutions.ts'

/** Every place of the digits in a word, one block and two, digits on both sides of a block boundary, whole blocks before. */
describeEverySolution([0, 1, 14, 23, 36, 37, 42, 46, 47, 48, 55, 60, 63, 64, 84, 130])
