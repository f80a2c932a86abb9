import type { Dialect } from './Graph.ts'
import type { Blocks, KernelKind, KernelName } from './KernelName.ts'
import type { Machine } from './listSchedule.ts'
import { emitJavaScript } from './emitJavaScript.ts'
import { emitWasm } from './emitWasm.ts'
import { scalar, simd } from './instructions.ts'
import { rolledKernel } from './rolledKernel.ts'
import { unrolledKernel } from './unrolledKernel.ts'

/** WebAssembly SIMD has no rotation. `v128.bitselect` is not used either: it takes three instructions on x86, and an extra move on arm64. */
export const SIMD: Dialect = { rotate: false }

/** Scalar WebAssembly and JavaScript rotate a 32-bit word. */
export const SCALAR: Dialect = { rotate: true }

/**
 * Chosen with a model of in-order Arm cores (A53, A55, A510) from latencies 1–6, windows 8–48 and limits of 26–99 values.
 * Order matters little where the core reorders.
 */
export const IN_ORDER: Machine = { latency: 5, window: 24, live: 34 }

/** The standard's own order: what compilers of scalar code like best. */
export const AS_WRITTEN: Machine = { latency: 1, window: 1, live: Infinity }

/**
 * Rounds to a turn of a rolled kernel. Compared with sixteen, four cost in-order Arm cores a tenth and x86 nothing, take two fifths of the bytes, and
 * compilers are done with them three times as soon.
 */
const SMALL_TURN = 4

/** In JavaScript every word stays in its variable. */
const WHOLE_TURN = 16

/** The bytes of a kernel's WebAssembly module. */
export function buildKernel(name: KernelName): Uint8Array<ArrayBuffer> {
  const [kind, ...numbers] = name.split('-')
  // The rolled ones are made for no word: their only number is that of the blocks.
  const blocks = numbers.at(-1) === '2' ? 2 : 1
  return BUILDERS[kind as KernelKind](blocks, Number(numbers[0]))
}

const BUILDERS: Record<KernelKind, (blocks: Blocks, word: number) => Uint8Array<ArrayBuffer>> = {
  rolled: (blocks) => emitWasm(rolledKernel(blocks, SIMD, SMALL_TURN), simd, IN_ORDER),
  unrolled: (blocks, word) => emitWasm(unrolledKernel(word, blocks, SIMD), simd, IN_ORDER),
  scalar: (blocks, word) => emitWasm(unrolledKernel(word, blocks, SCALAR), scalar, AS_WRITTEN),
}

/** The JavaScript kernels, as the text of a classic script that sets `javascriptKernels` to `{ one, two }`, for one block and two. */
export function buildJavaScript(): string {
  const one = emitJavaScript('one', rolledKernel(1, SCALAR, WHOLE_TURN))
  const two = emitJavaScript('two', rolledKernel(2, SCALAR, WHOLE_TURN))
  return `globalThis.javascriptKernels = (() => {\n${one}${two}return { one, two }\n})()\n`
}
