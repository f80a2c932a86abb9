import type { Dialect, Word } from './Graph.ts'
import { Graph } from './Graph.ts'
import type { Kernel, Statement, Straight } from './Kernel.ts'
import { Locals, VARYING } from './Kernel.ts'
import type { Blocks } from './KernelName.ts'
import type { State } from './round.ts'
import { round, scheduleWord } from './round.ts'
import { secondBlock } from './secondBlock.ts'
import { SLOT } from './slots.ts'
import { varyingWords } from './varyingWords.ts'

/** The state after round `word`: only a and e depend on the varying word, by an addition; h is folded into the next round's addend. */
function stateAfter(graph: Graph, varying: Word): State {
  const slot = (index: number) => graph.load(SLOT.state + index)
  return [
    graph.add(varying, slot(0)),
    slot(1),
    slot(2),
    slot(3),
    graph.add(varying, slot(4)),
    slot(5),
    slot(6),
    undefined,
  ]
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

/** The kernel for one varying word, every round written out. */
export function unrolledKernel(word: number, blocks: Blocks, dialect: Dialect): Kernel {
  const locals = new Locals()
  locals.take()
  const digest = locals.take()
  const graph = new Graph(dialect)
  const state = foldedRounds(graph, word)
  const first = (outputs: Straight['outputs']): Statement => ({
    kind: 'straight',
    graph,
    stores: [],
    outputs,
  })
  if (blocks === 1) return { locals: locals.count, digest, statements: [first([[digest, state[0]]])] }
  const second = secondBlock(graph, state, locals, digest)
  return { locals: locals.count, digest, statements: [first(second.chain), ...second.statements] }
}
