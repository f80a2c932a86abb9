import { ROUND_CONSTANTS } from '../kernel/roundConstants.ts'

/** The element at an index that is known to be inside the array. */
export function at(array: Int32Array, index: number): number {
  return array[index] ?? 0
}

const rotr = (x: number, bits: number) => (x >>> bits) | (x << (32 - bits))

/** σ0 and σ1 of FIPS 180-4 § 4.1.2. */
export const smallSigma0 = (x: number) => rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)
export const smallSigma1 = (x: number) => rotr(x, 17) ^ rotr(x, 19) ^ (x >>> 10)

/** h + Σ1(e) + Ch(e, f, g) of a state: T1 without K and W. */
export function t1Of(state: Int32Array): number {
  const [e, f, g] = [at(state, 4), at(state, 5), at(state, 6)]
  return (at(state, 7) + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + (g ^ (e & (f ^ g)))) | 0
}

/** Σ0(a) + Maj(a, b, c) of a state: T2. */
export function t2Of(state: Int32Array): number {
  const [a, b, c] = [at(state, 0), at(state, 1), at(state, 2)]
  return ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
}

/** Rounds from … to − 1 of FIPS 180-4 § 6.2.2, in place. */
export function rounds(state: Int32Array, words: Int32Array, from: number, to: number): void {
  for (let t = from; t < to; t++) {
    const t1 = t1Of(state) + at(ROUND_CONSTANTS, t) + at(words, t)
    const t2 = t2Of(state)
    for (let index = 7; index > 0; index--) state[index] = at(state, index - 1)
    state[4] = at(state, 4) + t1
    state[0] = t1 + t2
  }
}

/** Extends sixteen message words to the 64 of the schedule, in place. */
export function extend(words: Int32Array): void {
  for (let t = 16; t < 64; t++) {
    words[t] =
      smallSigma1(at(words, t - 2)) + at(words, t - 7) + smallSigma0(at(words, t - 15)) + at(words, t - 16)
  }
}

/** One block into the hash value `chain`, in place. `words` holds its sixteen words and room for 64. */
export function compress(chain: Int32Array, words: Int32Array): void {
  extend(words)
  const state = chain.slice()
  rounds(state, words, 0, 64)
  for (let index = 0; index < 8; index++) chain[index] = at(chain, index) + at(state, index)
}

/** Reads sixteen big-endian words out of a block. */
export function readBlock(words: Int32Array, bytes: DataView, offset: number): void {
  for (let index = 0; index < 16; index++) words[index] = bytes.getInt32(offset + index * 4)
}
