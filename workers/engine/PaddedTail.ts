import { DIGIT_TABLE_LENGTH, DIGIT_TABLE_ADDRESS } from '../kernel/Kernel.ts'
import { INITIAL_STATE, ROUND_CONSTANTS } from '../kernel/sha256Graph.ts'

/** Reads an element whose index is known to be inside the array. */
export function elementAt(array: Int32Array, index: number): number {
  return array[index] ?? 0
}

const rotr = (x: number, bits: number) => (x >>> bits) | (x << (32 - bits))

/** σ0 and σ1 of FIPS 180-4 § 4.1.2. */
export const smallSigma0 = (x: number) => rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)
export const smallSigma1 = (x: number) => rotr(x, 17) ^ rotr(x, 19) ^ (x >>> 10)

/** Returns h + Σ1(e) + Ch(e, f, g) of a state: T1 of a SHA-256 round without K and W. */
export function computeT1WithoutKW(state: Int32Array): number {
  const [e, f, g] = [elementAt(state, 4), elementAt(state, 5), elementAt(state, 6)]
  return (elementAt(state, 7) + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + (g ^ (e & (f ^ g)))) | 0
}

/** Returns Σ0(a) + Maj(a, b, c) of a state: T2 of a SHA-256 round. */
export function computeT2(state: Int32Array): number {
  const [a, b, c] = [elementAt(state, 0), elementAt(state, 1), elementAt(state, 2)]
  return ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
}

/** Runs the rounds from `from` to `to` − 1 of FIPS 180-4 § 6.2.2 on the state, in place. */
export function runRounds(state: Int32Array, words: Int32Array, from: number, to: number): void {
  for (let t = from; t < to; t++) {
    const t1 = computeT1WithoutKW(state) + elementAt(ROUND_CONSTANTS, t) + elementAt(words, t)
    const t2 = computeT2(state)
    for (let index = 7; index > 0; index--) state[index] = elementAt(state, index - 1)
    state[4] = elementAt(state, 4) + t1
    state[0] = t1 + t2
  }
}

export function extendSchedule(words: Int32Array): void {
  for (let t = 16; t < 64; t++) {
    words[t] =
      smallSigma1(elementAt(words, t - 2)) +
      elementAt(words, t - 7) +
      smallSigma0(elementAt(words, t - 15)) +
      elementAt(words, t - 16)
  }
}

/** Adds one block to the hash value `chain`, in place. `words` holds the block's sixteen words and has room for 64. */
export function compressBlock(chain: Int32Array, words: Int32Array): void {
  extendSchedule(words)
  const state = chain.slice()
  runRounds(state, words, 0, 64)
  for (let index = 0; index < 8; index++) chain[index] = elementAt(chain, index) + elementAt(state, index)
}

export function readBlock(words: Int32Array, bytes: DataView, offset: number): void {
  for (let index = 0; index < 16; index++) words[index] = bytes.getInt32(offset + index * 4)
}

const ZERO = 0x30

/** The end of a message: the part of the key after its whole blocks, room for the digits of a counter, and the padding. */
export class PaddedTail {
  readonly bytes = new DataView(new ArrayBuffer(128))
  readonly midstate: Int32Array
  readonly key: Uint8Array
  readonly #start: number
  #digits = 0

  constructor(key: Uint8Array) {
    this.key = key
    this.#start = key.length % 64
    this.midstate = INITIAL_STATE.slice()
    const view = new DataView(key.buffer, key.byteOffset, key.length)
    const words = new Int32Array(64)
    for (let offset = 0; offset + 64 <= key.length; offset += 64) {
      readBlock(words, view, offset)
      compressBlock(this.midstate, words)
    }
  }

  layOut(digits: number): void {
    const { bytes } = this
    const end = this.#start + digits
    const length = end + 9 > 64 ? 128 : 64
    const all = new Uint8Array(bytes.buffer).fill(0)
    all.set(this.key.subarray(this.key.length - this.#start))
    all.fill(ZERO, this.#start, end)
    bytes.setUint8(end, 0x80)
    const bits = (this.key.length + digits) * 8
    bytes.setUint32(length - 8, Math.floor(bits / 2 ** 32))
    bytes.setUint32(length - 4, bits)
    this.#digits = digits
  }

  write(counter: number): void {
    let rest = counter
    for (let index = this.#start + this.#digits - 1; index >= this.#start; index--) {
      this.bytes.setUint8(index, ZERO + (rest % 10))
      rest = Math.floor(rest / 10)
    }
  }

  digestOf(counter: number): Uint8Array {
    this.write(counter)
    return this.digest()
  }

  digest(): Uint8Array {
    const chain = this.midstate.slice()
    const words = new Int32Array(64)
    const blocks = this.#start + this.#digits + 9 > 64 ? 2 : 1
    for (let block = 0; block < blocks; block++) {
      readBlock(words, this.bytes, block * 64)
      compressBlock(chain, words)
    }
    const digest = new DataView(new ArrayBuffer(32))
    for (const [index, word] of chain.entries()) digest.setInt32(index * 4, word)
    return new Uint8Array(digest.buffer)
  }
}

export function sha256(message: Uint8Array): Uint8Array {
  const tail = new PaddedTail(message)
  tail.layOut(0)
  return tail.digest()
}

/** Writes the table of digits into memory. */
export function writeDigitTable(memory: Int32Array): void {
  // These are plain loops, because a new worker runs its first code in an interpreter.
  let index = DIGIT_TABLE_ADDRESS / 4
  for (let hundreds = 0; hundreds < DIGIT_TABLE_LENGTH / 100; hundreds++) {
    const high = ((Math.floor(hundreds / 10) << 8) | (hundreds % 10)) << 16
    for (let tens = 0; tens < 10; tens++) {
      const word = high | (tens << 8)
      for (let ones = 0; ones < 10; ones++) memory[index++] = word | ones
    }
  }
}
