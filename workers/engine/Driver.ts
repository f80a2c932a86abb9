import { DIGITS_AT } from '../kernel/slots.ts'
import type { SearchRequest } from './SearchRequest.ts'
import { SlotWriter } from './SlotWriter.ts'
import type { Group } from './groupsOf.ts'
import { groupsOf } from './groupsOf.ts'
import type { Layout } from './layoutOf.ts'
import { layoutOf } from './layoutOf.ts'
import type { LoadedKernel } from './LoadedKernel.ts'
import { compress, readBlock } from './compress.ts'
import { Tail } from './Tail.ts'

/** The kernel for a varying word in the first of `blocks` blocks. */
type KernelFor = (word: number, blocks: 1 | 2) => LoadedKernel

const encoder = new TextEncoder()

/** The bits of digest word 0 that `difficulty` hex zeros need: all of them from 8 on. */
function maskOf(difficulty: number): number {
  if (difficulty === 0) return 0
  return difficulty < 8 ? -1 << (32 - 4 * difficulty) : -1
}

/** Whether the hex form of a digest begins with `difficulty` zeros. */
function isSolution(digest: Int32Array, difficulty: number): boolean {
  return digest.every((word, index) => {
    const zeros = Math.min(8, difficulty - index * 8)
    return zeros <= 0 || (zeros === 8 ? word === 0 : word >>> (32 - 4 * zeros) === 0)
  })
}

/** Searches the ranges of one key, group by group, with the kernels it is given. */
export class Driver {
  readonly #kernelFor: KernelFor
  readonly #words = new Int32Array(64)
  #key: string | undefined
  #keyBytes = 0
  #tail = new Tail(new Uint8Array())

  constructor(kernelFor: KernelFor) {
    this.#kernelFor = kernelFor
  }

  /** A counter of [from, from + count) that solves the challenge, or null. Not always the smallest. */
  search({ key, difficulty, from, count }: SearchRequest): number | null {
    if (key !== this.#key) {
      const bytes = encoder.encode(key)
      this.#tail = new Tail(bytes)
      this.#keyBytes = bytes.length
      this.#key = key
    }
    const end = from + count
    for (let start = from; start < end;) {
      const digits = String(start).length
      const stop = Math.min(end, 10 ** digits)
      const found = this.#searchLayout(layoutOf(this.#keyBytes, digits), difficulty, start, stop)
      if (found !== null) return found
      start = stop
    }
    return null
  }

  /** Counters with the same number of digits. */
  #searchLayout(layout: Layout, difficulty: number, from: number, to: number): number | null {
    const kernel = this.#kernelFor(layout.word, layout.blocks)
    const writer = new SlotWriter(kernel)
    const tail = this.#tail
    tail.layOut(layout.digits)
    readBlock(this.#words, tail.bytes, 0)
    writer.prepare(maskOf(difficulty), layout, tail.midstate, this.#words)
    for (const group of groupsOf(layout, from, to)) {
      this.#writeGroup(layout, group, writer)
      const found = this.#searchGroup(layout, group, difficulty, kernel)
      if (found !== null) return found
    }
    return null
  }

  /** What is uniform in a group, from its digits down to the kernel's slots. */
  #writeGroup(layout: Layout, { prefix, last }: Group, writer: SlotWriter): void {
    const { inner, suffix, inSecond } = layout
    const words = this.#words
    const tail = this.#tail
    const before = layout.digits - inner - suffix
    tail.write(prefix, 0, before)
    tail.write(0, before, inner)
    tail.write(last, before + inner, suffix)
    let chain = tail.midstate
    if (inSecond) {
      chain = chain.slice()
      readBlock(words, tail.bytes, 0)
      compress(chain, words)
    } else if (layout.tail === 2) {
      readBlock(words, tail.bytes, 64)
      writer.writeSecond(words)
    }
    readBlock(words, tail.bytes, inSecond ? 64 : 0)
    writer.writeFirst(layout, chain, words)
  }

  /** Lets the kernel run over the group's digits and looks at every candidate it reports. */
  #searchGroup(
    { inner, suffix, shift, word }: Layout,
    { prefix, last, from, to }: Group,
    difficulty: number,
    kernel: LoadedKernel,
  ) {
    const end = DIGITS_AT + 4 * to
    const size = 4 * kernel.lanes
    const start = prefix * 10 ** inner
    for (let address = DIGITS_AT + 4 * from; address < end; address += size) {
      address = kernel.run(address, end, shift, word * size)
      for (let lane = 0; lane < kernel.lanes && address + 4 * lane < end; lane++) {
        const counter = (start + (address - DIGITS_AT) / 4 + lane) * 10 ** suffix + last
        if (isSolution(this.#tail.digestOf(counter), difficulty)) return counter
      }
    }
    return null
  }
}
