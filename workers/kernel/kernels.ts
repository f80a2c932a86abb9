import { FIRST_ROUNDS, Locals, SLOT, VARYING, straight } from './Kernel.ts'
import type { Blocks, Kernel, KernelKind, KernelName, Statement, Straight } from './Kernel.ts'
import { emitJavaScript } from './emitJavaScript.ts'
import { emitWasm, scalar, simd } from './emitWasm.ts'
import { outputsOf, secondBlock, stateIn, uniformRounds, varyingWords } from './schedule.ts'
import type { Machine } from './schedule.ts'
import { Graph, round, scheduleWord } from './sha256Graph.ts'
import type { Dialect, State, Word } from './sha256Graph.ts'

/** Makes the varying word one of the sixteen, and K + W of its round; the state is that before the first turn. */
function begin(dialect: Dialect, registers: readonly number[]): Straight {
  const graph = new Graph(dialect)
  const varying = graph.input(VARYING)
  const stores = [
    graph.store(varying, SLOT.schedule, 'word'),
    graph.store(graph.add(varying, graph.load(SLOT.varyingRound)), SLOT.round, 'word'),
  ]
  const outputs = registers.map((local, index) => [local, graph.load(SLOT.state + index)] as const)
  return straight(graph, outputs, stores)
}

function window(dialect: Dialect, locals: readonly number[]): Straight {
  const graph = new Graph(dialect)
  const outputs = locals.map((local, index) => [local, graph.load(SLOT.schedule + index)] as const)
  return straight(graph, outputs)
}

/** Rounds, each with the next word of the schedule. The oldest words leave the window, the others move up. */
function turnOf(
  dialect: Dialect,
  registers: readonly number[],
  message: readonly number[],
  rounds: number,
): Straight {
  const graph = new Graph(dialect)
  const words: Word[] = message.map((local) => graph.input(local))
  let state: State = stateIn(graph, registers)
  for (let t = 16; t < 16 + rounds; t++) {
    graph.beginRound(t)
    const word = scheduleWord(graph, (back) => words[t - back])
    words.push(word)
    state = round(graph, state, graph.add(word, graph.load(SLOT.round + t - 16, 'loop')))
  }
  const window = words.slice(rounds).map((word, index) => [message[index] ?? 0, word] as const)
  return straight(graph, [...outputsOf(registers, state), ...window])
}

/** For every varying word: FIRST_ROUNDS rounds a turn up to round 15, then `rounds`, which divides 48. Fewer are sooner compiled; sixteen leave every word in its place. */
export function rolledKernel(blocks: Blocks, dialect: Dialect, rounds: number): Kernel {
  const locals = new Locals()
  locals.take()
  const registers = locals.takeSeveral(8)
  const message = locals.takeSeveral(16)
  const first = uniformRounds(dialect, registers, SLOT.round, FIRST_ROUNDS)
  const statements: Statement[] = [
    begin(dialect, registers),
    { kind: 'repeat', from: 'word', to: 16, step: FIRST_ROUNDS, body: [first] },
    window(dialect, message),
    { kind: 'repeat', from: 16, to: 64, step: rounds, body: [turnOf(dialect, registers, message, rounds)] },
  ]
  if (blocks === 1) return { locals: locals.count, digest: registers[0] ?? 0, statements }
  const graph = new Graph(dialect)
  const digest = locals.take()
  const second = secondBlock(graph, stateIn(graph, registers), locals, digest)
  statements.push(straight(graph, second.chain), ...second.statements)
  return { locals: locals.count, digest, statements }
}

/** The state after round `word`: only a and e depend on the varying word, by an addition; h is folded into the next round's addend. */
function stateAfter(graph: Graph, varying: Word): State {
  const slot = (index: number) => graph.load(SLOT.state + index)
  const [a, b, c, d] = [graph.add(varying, slot(0)), slot(1), slot(2), slot(3)]
  return [a, b, c, d, graph.add(varying, slot(4)), slot(5), slot(6), undefined]
}

/** Rounds word + 1 … 63 with all folded that does not depend on the varying word: three more h, words and parts of words. */
function foldedRounds(graph: Graph, word: number): State {
  const varies = varyingWords(word)
  const words: (Word | undefined)[] = []
  words[word] = graph.input(VARYING)
  let state = stateAfter(graph, graph.input(VARYING))
  for (let t = word + 1; t < 64; t++) {
    graph.beginRound(t)
    const before = (back: number) => words[t - back]
    const partial = t >= 16 && [2, 7, 15, 16].some((back) => !varies[t - back])
    if (varies[t]) words[t] = scheduleWord(graph, before, partial ? graph.load(SLOT.schedule + t) : undefined)
    const uniform = graph.load(SLOT.round + t)
    const addend = words[t] ? graph.add(words[t] ?? uniform, uniform) : uniform
    const [a, b, c, d, e, f, g, h] = state
    state = round(graph, [a, b, c, d, e, f, g, t <= word + 3 ? undefined : h], addend)
  }
  return state
}

export function unrolledKernel(word: number, blocks: Blocks, dialect: Dialect): Kernel {
  const locals = new Locals()
  locals.take()
  const digest = locals.take()
  const graph = new Graph(dialect)
  const state = foldedRounds(graph, word)
  if (blocks === 1)
    return { locals: locals.count, digest, statements: [straight(graph, [[digest, state[0]]])] }
  const second = secondBlock(graph, state, locals, digest)
  const statements = [straight(graph, second.chain), ...second.statements]
  return { locals: locals.count, digest, statements }
}

/** WebAssembly SIMD has no rotation. `v128.bitselect` is not used either: it takes three instructions on x86, and an extra move on arm64. */
export const SIMD: Dialect = { rotate: false }

export const SCALAR: Dialect = { rotate: true }

/** From a model of in-order Arm cores (A53, A55, A510) with latencies 1–6, windows 8–48 and limits of 26–99 values. Order matters little where the core reorders. */
export const IN_ORDER: Machine = { latency: 5, window: 24, live: 34 }

/** The standard's own order: what compilers of scalar code like best. */
export const AS_WRITTEN: Machine = { latency: 1, window: 1, live: Infinity }

/** Rounds to a turn. Against sixteen, four cost in-order Arm cores a tenth and x86 nothing, take two fifths of the bytes, and compile three times as fast. */
const SMALL_TURN = 4

const WHOLE_TURN = 16

export function buildKernel(name: KernelName): Uint8Array<ArrayBuffer> {
  const [kind, ...numbers] = name.split('-')
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
