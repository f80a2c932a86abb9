import type { Graph, Word } from './Graph.ts'
import { bigSigma0, bigSigma1, ch, maj, smallSigma0, smallSigma1 } from './sixFunctions.ts'

/** a … h of FIPS 180-4 § 6.2.2; h is missing where it has been folded into the round's addend. */
export type State = readonly [Word, Word, Word, Word, Word, Word, Word, Word | undefined]

/** The sum of those terms that exist. */
export function sum(graph: Graph, first: Word, ...rest: (Word | undefined)[]): Word {
  return rest.reduce<Word>((total, term) => (term ? graph.add(total, term) : total), first)
}

/** One round; `addend` holds K[t] + W[t]. */
export function round(graph: Graph, state: State, addend: Word): State {
  const [a, b, c, d, e, f, g, h] = state
  const choice = graph.add(bigSigma1(graph, e), ch(graph, e, f, g))
  const t1 = graph.add(sum(graph, addend, h), choice)
  const t2 = graph.add(bigSigma0(graph, a), maj(graph, a, b, c))
  return [graph.add(t1, t2), a, b, c, graph.add(d, t1), e, f, g]
}

/** W[t], or its varying part: `words` gives W[t − back], or nothing where that is uniform and part of `uniform`. */
export function scheduleWord(graph: Graph, words: (back: number) => Word | undefined, uniform?: Word): Word {
  const [w2, w7, w15, w16] = [words(2), words(7), words(15), words(16)]
  const terms = [uniform, w16, w15 && smallSigma0(graph, w15), w7, w2 && smallSigma1(graph, w2)]
  const [first, ...rest] = terms.filter((term) => term !== undefined)
  if (!first) throw new Error('a word without terms')
  return sum(graph, first, ...rest)
}
