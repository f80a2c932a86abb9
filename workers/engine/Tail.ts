import { INITIAL_STATE } from '../kernel/roundConstants.ts'
import { compress, readBlock } from './compress.ts'

const ZERO = 0x30

/** The end of a message: what follows the key's whole blocks, padded, with room for the digits of a counter. */
export class Tail {
  readonly bytes = new DataView(new ArrayBuffer(128))
  /** The hash value after the key's whole blocks. */
  readonly midstate: Int32Array
  readonly #start: number
  readonly #key: Uint8Array
  #digits = 0

  constructor(key: Uint8Array) {
    this.#key = key
    this.#start = key.length % 64
    this.midstate = INITIAL_STATE.slice()
    const view = new DataView(key.buffer, key.byteOffset, key.length)
    const words = new Int32Array(64)
    for (let offset = 0; offset + 64 <= key.length; offset += 64) {
      readBlock(words, view, offset)
      compress(this.midstate, words)
    }
  }

  /** Makes room for a counter of `digits` digits: all of them 0 at first. */
  layOut(digits: number): void {
    const { bytes } = this
    const end = this.#start + digits
    const length = end + 9 > 64 ? 128 : 64
    const all = new Uint8Array(bytes.buffer).fill(0)
    all.set(this.#key.subarray(this.#key.length - this.#start))
    all.fill(ZERO, this.#start, end)
    bytes.setUint8(end, 0x80)
    const bits = (this.#key.length + digits) * 8
    bytes.setUint32(length - 8, Math.floor(bits / 2 ** 32))
    bytes.setUint32(length - 4, bits)
    this.#digits = digits
  }

  /** Writes `count` digits of `value` that begin at digit `first` of the counter. */
  write(value: number, first: number, count: number): void {
    let rest = value
    for (let index = this.#start + first + count - 1; index >= this.#start + first; index--) {
      this.bytes.setUint8(index, ZERO + (rest % 10))
      rest = Math.floor(rest / 10)
    }
  }

  /** The digest of key and `counter`, which has as many digits as are laid out. */
  digestOf(counter: number): Int32Array {
    this.write(counter, 0, this.#digits)
    return this.digest()
  }

  /** The digest of the message as it stands. */
  digest(): Int32Array {
    const chain = this.midstate.slice()
    const words = new Int32Array(64)
    const blocks = this.#start + this.#digits + 9 > 64 ? 2 : 1
    for (let block = 0; block < blocks; block++) {
      readBlock(words, this.bytes, block * 64)
      compress(chain, words)
    }
    return chain
  }
}
