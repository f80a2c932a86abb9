import type { Dialect, Word } from './Graph.ts'
import { Graph } from './Graph.ts'
import type { Kernel, Statement, Straight } from './Kernel.ts'
import { Locals, VARYING } from './Kernel.ts'
import type { Blocks } from './KernelName.ts'
import type { State } from './round.ts'
import { round, scheduleWord } from './round.ts'
import { outputsOf, secondBlock, stateIn, uniformRounds } from './secondBlock.ts'
import { FIRST_ROUNDS, SLOT } from './slots.ts'

/** Makes the varying word one of the sixteen, and K + W of its round; the state is that before the first turn. */
function begin(dialect: Dialect, registers: readonly number[]): Straight {
  const graph = new Graph(dialect)
  const varying = graph.input(VARYING)
  const stores = [
    graph.store(varying, SLOT.schedule, 'word'),
    graph.store(graph.add(varying, graph.load(SLOT.varyingRound)), SLOT.round, 'word'),
  ]
  const outputs = registers.map((local, index) => [local, graph.load(SLOT.state + index)] as const)
  return { kind: 'straight', graph, stores, outputs }
}

/** The sixteen message words, into locals. */
function window(dialect: Dialect, locals: readonly number[]): Straight {
  const graph = new Graph(dialect)
  const outputs = locals.map((local, index) => [local, graph.load(SLOT.schedule + index)] as const)
  return { kind: 'straight', graph, stores: [], outputs }
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
  return { kind: 'straight', graph, stores: [], outputs: [...outputsOf(registers, state), ...window] }
}

/**
 * The kernel for every varying word: FIRST_ROUNDS rounds in each turn up to round 15, then `rounds`, which divides 48. The fewer, the
 * smaller and the sooner compiled; sixteen leave every word in its place.
 */
export function rolledKernel(blocks: Blocks, dialect: Dialect, rounds: number): Kernel {
  const locals = new Locals()
  locals.take()
  const registers = locals.takeEight()
  const message = Array.from({ length: 16 }, () => locals.take())
  const first = uniformRounds(dialect, registers, SLOT.round, FIRST_ROUNDS)
  const statements: Statement[] = [
    begin(dialect, registers),
    { kind: 'repeat', from: 'word', to: 16, step: FIRST_ROUNDS, body: [first] },
    window(dialect, message),
    { kind: 'repeat', from: 16, to: 64, step: rounds, body: [turnOf(dialect, registers, message, rounds)] },
  ]
  if (blocks === 1) return { locals: locals.count, digest: registers[0], statements }
  const graph = new Graph(dialect)
  const digest = locals.take()
  const second = secondBlock(graph, stateIn(graph, registers), locals, digest)
  const between: Statement = { kind: 'straight', graph, stores: [], outputs: second.chain }
  return { locals: locals.count, digest, statements: [...statements, between, ...second.statements] }
}
