import type { Dialect, Word } from './Graph.ts'
import { Graph } from './Graph.ts'
import type { Locals, Statement, Straight } from './Kernel.ts'
import type { State } from './round.ts'
import { round } from './round.ts'
import { SLOT } from './slots.ts'

/** Rounds in one turn of the second block's loop: eight bring every state word back to its place. */
const ROUNDS = 8

/** The state as it stands in eight locals. */
export function stateIn(graph: Graph, locals: readonly number[]): State {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = locals
  const word = (local: number): Word => graph.input(local)
  return [word(a), word(b), word(c), word(d), word(e), word(f), word(g), word(h)]
}

/** The words of a state with the locals they go to. */
export function outputsOf(locals: readonly number[], state: State): [number, Word][] {
  return locals.flatMap((local, index) => {
    const word = state[index]
    return word ? [[local, word] satisfies [number, Word]] : []
  })
}

/** Rounds over uniform addends that start at `slot` of the loop, the state kept in locals. */
export function uniformRounds(
  dialect: Dialect,
  locals: readonly number[],
  slot: number,
  rounds: number,
): Straight {
  const graph = new Graph(dialect)
  let state = stateIn(graph, locals)
  for (let t = 0; t < rounds; t++) state = round(graph, state, graph.load(slot + t, 'loop'))
  return { kind: 'straight', graph, stores: [], outputs: outputsOf(locals, state) }
}

/** A second block whose message is uniform: what the first one puts out, and the loop that follows. */
export function secondBlock(graph: Graph, state: State, locals: Locals, digest: number) {
  const registers = locals.takeEight()
  const kept = locals.take()
  const hash = state.map((word, index) => word && graph.add(word, graph.load(SLOT.chain + index)))
  const outputs = registers.flatMap((local, index) => {
    const word = hash[index]
    return word ? [[local, word] satisfies [number, Word]] : []
  })
  const chain: Straight['outputs'] = hash[0] ? [...outputs, [kept, hash[0]]] : outputs
  const end = new Graph(graph.dialect)
  const result = end.add(end.input(registers[0]), end.input(kept))
  const statements: Statement[] = [
    {
      kind: 'repeat',
      from: 0,
      to: 64,
      step: ROUNDS,
      body: [uniformRounds(graph.dialect, registers, SLOT.second, ROUNDS)],
    },
    { kind: 'straight', graph: end, stores: [], outputs: [[digest, result]] },
  ]
  return { chain, statements }
}
