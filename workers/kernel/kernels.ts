import { ROUNDS_PER_EARLY_ITERATION, SLOT_ADDRESSES, VARYING_WORD_LOCAL } from './Kernel.ts'
import type { BlockCount, Kernel, KernelKind, KernelName, KernelLoop, KernelStatement } from './Kernel.ts'
import { emitJavaScript } from './emitJavaScript.ts'
import { SCALAR_TARGET, SIMD_TARGET, emitWasm } from './emitWasm.ts'
import { varyingWords } from './schedule.ts'
import { WordGraph, appendRound, scheduleWord } from './sha256Graph.ts'
import type { Sha256State, Word } from './sha256Graph.ts'

const localsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)

function stateIn(graph: WordGraph, locals: readonly number[]): Sha256State {
  return locals.map((local) => graph.input(local)) as unknown as Sha256State
}

function toOutputs(
  locals: readonly number[],
  words: readonly (Word | undefined)[],
): KernelStatement['outputs'] {
  return locals.flatMap((local, index) => {
    const word = words[index]
    return word ? [[local, word] as const] : []
  })
}

/**
 * Stores the varying word among the sixteen message words, and K + W of its round. Loads the state from which the first iteration
 * starts.
 */
function begin(graph: WordGraph, registers: readonly number[]): KernelStatement {
  const varying = graph.input(VARYING_WORD_LOCAL)
  const stores = [
    graph.store(varying, SLOT_ADDRESSES.schedule, 'word'),
    graph.store(graph.add(varying, graph.load(SLOT_ADDRESSES.varyingRound)), SLOT_ADDRESSES.round, 'word'),
  ]
  const state = registers.map((_, index) => graph.load(SLOT_ADDRESSES.state + index))
  return { stores, outputs: toOutputs(registers, state) }
}

/** Creates a loop over rounds whose words are in the slots from `slot` on. */
function uniformRounds(
  graph: WordGraph,
  registers: readonly number[],
  slot: number,
  loop: KernelLoop,
): KernelStatement {
  let state = stateIn(graph, registers)
  for (let t = 0; t < loop.step; t++) state = appendRound(graph, state, graph.load(slot + t, 'loop'))
  return { outputs: toOutputs(registers, state), loop }
}

/** Creates rounds 16 to 63, each with the next word of the schedule. The oldest words leave the window and the others move up. */
function scheduledRounds(
  graph: WordGraph,
  registers: readonly number[],
  message: readonly number[],
  step: number,
): KernelStatement {
  const words: Word[] = message.map((local) => graph.input(local))
  let state: Sha256State = stateIn(graph, registers)
  for (let t = 16; t < 16 + step; t++) {
    const word = scheduleWord(graph, (back) => words[t - back])
    words.push(word)
    state = appendRound(graph, state, graph.add(word, graph.load(SLOT_ADDRESSES.round + t - 16, 'loop')))
  }
  const outputs = toOutputs([...registers, ...message], [...state, ...words.slice(step)])
  return { outputs, loop: { from: 16, to: 64, step } }
}

/** Rounds per iteration: after eight rounds every word of the state is back in its place. */
const SECOND_ROUNDS = 8

const SECOND_LOCALS = 10

/**
 * Creates a second block, whose message is the same for the whole group, after the last state of the first. It uses SECOND_LOCALS locals
 * from `digest` on.
 */
function secondBlock(graph: WordGraph, state: Sha256State, digest: number): KernelStatement[] {
  const registers = localsFrom(digest + 1, 8)
  const kept = digest + 9
  const hash = state.map((word, index) => word && graph.add(word, graph.load(SLOT_ADDRESSES.chain + index)))
  const end = new WordGraph(graph.rotates)
  return [
    { outputs: toOutputs([...registers, kept], [...hash, hash[0]]) },
    uniformRounds(new WordGraph(graph.rotates), registers, SLOT_ADDRESSES.second, {
      from: 0,
      to: 64,
      step: SECOND_ROUNDS,
    }),
    { outputs: [[digest, end.add(end.input(registers[0] ?? 0), end.input(kept))]] },
  ]
}

/**
 * Creates a kernel for every varying word: ROUNDS_PER_EARLY_ITERATION rounds per iteration up to round 15, then `step`, which divides 48. Fewer rounds
 * compile sooner; with sixteen every word stays in its place.
 */
function rolledKernel(blocks: BlockCount, rotates: boolean, step: number): Kernel {
  const registers = localsFrom(1, 8)
  const message = localsFrom(9, 16)
  const graph = () => new WordGraph(rotates)
  const words = graph()
  const statements = [
    begin(graph(), registers),
    uniformRounds(graph(), registers, SLOT_ADDRESSES.round, {
      from: 'word',
      to: 16,
      step: ROUNDS_PER_EARLY_ITERATION,
    }),
    { outputs: message.map((local, index) => [local, words.load(SLOT_ADDRESSES.schedule + index)] as const) },
    scheduledRounds(graph(), registers, message, step),
  ]
  if (blocks === 1) return { locals: 25, digest: registers[0] ?? 0, statements }
  const second = graph()
  statements.push(...secondBlock(second, stateIn(second, registers), 25))
  return { locals: 25 + SECOND_LOCALS, digest: 25, statements }
}

/**
 * Creates the state after round `word`. Only a and e depend on the varying word, by an addition; h is folded into the addend of the next
 * round.
 */
function stateAfter(graph: WordGraph, varying: Word): Sha256State {
  const slot = (index: number) => graph.load(SLOT_ADDRESSES.state + index)
  const [a, b, c, d] = [graph.add(varying, slot(0)), slot(1), slot(2), slot(3)]
  return [a, b, c, d, graph.add(varying, slot(4)), slot(5), slot(6), undefined]
}

/**
 * Creates rounds `word` + 1 to 63. Everything that does not depend on the varying word is folded: h of three more rounds, schedule words,
 * and parts of schedule words.
 */
function foldedRounds(graph: WordGraph, word: number): Sha256State {
  const varies = varyingWords(word)
  const words: (Word | undefined)[] = []
  words[word] = graph.input(VARYING_WORD_LOCAL)
  let state = stateAfter(graph, graph.input(VARYING_WORD_LOCAL))
  for (let t = word + 1; t < 64; t++) {
    graph.beginRound()
    const before = (back: number) => words[t - back]
    const partial = t >= 16 && [2, 7, 15, 16].some((back) => !varies[t - back])
    if (varies[t])
      words[t] = scheduleWord(graph, before, partial ? graph.load(SLOT_ADDRESSES.schedule + t) : undefined)
    const uniform = graph.load(SLOT_ADDRESSES.round + t)
    const addend = words[t] ? graph.add(words[t] ?? uniform, uniform) : uniform
    const [a, b, c, d, e, f, g, h] = state
    state = appendRound(graph, [a, b, c, d, e, f, g, t <= word + 3 ? undefined : h], addend)
  }
  return state
}

function unrolledKernel(word: number, blocks: BlockCount, rotates: boolean): Kernel {
  const graph = new WordGraph(rotates)
  const digest = 1
  const state = foldedRounds(graph, word)
  return blocks === 1
    ? { locals: 2, digest, statements: [{ outputs: [[digest, state[0]]] }] }
    : { locals: 1 + SECOND_LOCALS, digest, statements: secondBlock(graph, state, digest) }
}

/**
 * Rounds per iteration. Compared to sixteen, four make in-order Arm cores a tenth slower and x86 no slower, take two fifths of the bytes,
 * and compile three times as fast.
 */
const ROLLED_ROUNDS = 4

const JAVASCRIPT_ROUNDS = 16

const BUILDERS: Record<KernelKind, (blocks: BlockCount, word: number) => Uint8Array<ArrayBuffer>> = {
  rolled: (blocks) => emitWasm(rolledKernel(blocks, SIMD_TARGET.rotates, ROLLED_ROUNDS), SIMD_TARGET),
  unrolled: (blocks, word) => emitWasm(unrolledKernel(word, blocks, SIMD_TARGET.rotates), SIMD_TARGET),
  scalar: (blocks, word) => emitWasm(unrolledKernel(word, blocks, SCALAR_TARGET.rotates), SCALAR_TARGET),
}

export function buildKernel(name: KernelName): Uint8Array<ArrayBuffer> {
  const [kind, ...numbers] = name.split('-')
  const blocks = numbers.at(-1) === '2' ? 2 : 1
  return BUILDERS[kind as KernelKind](blocks, Number(numbers[0]))
}

/**
 * Builds the JavaScript kernels as the text of a classic script, which sets `javascriptKernels` to `{ one, two }` for one block and for
 * two.
 */
export function buildJavaScript(): string {
  const one = emitJavaScript('one', rolledKernel(1, true, JAVASCRIPT_ROUNDS))
  const two = emitJavaScript('two', rolledKernel(2, true, JAVASCRIPT_ROUNDS))
  return `globalThis.javascriptKernels = (() => {\n${one}${two}return { one, two }\n})()\n`
}
