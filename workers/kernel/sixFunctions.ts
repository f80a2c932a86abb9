import type { Graph, Word } from './Graph.ts'

/** Ch of FIPS 180-4 § 4.1.2, like the functions below: y where x is set, z elsewhere. */
export function ch(graph: Graph, x: Word, y: Word, z: Word): Word {
  return graph.xor(z, graph.and(x, graph.xor(y, z)))
}

/** Maj: z where x and y differ, y elsewhere. The y ⊕ z of a round is the x ⊕ y of the one before. */
export function maj(graph: Graph, x: Word, y: Word, z: Word): Word {
  return graph.xor(y, graph.and(graph.xor(x, y), graph.xor(y, z)))
}

/** Σ0 */
export function bigSigma0(graph: Graph, x: Word): Word {
  return graph.xor(graph.xor(graph.rotr(x, 2), graph.rotr(x, 13)), graph.rotr(x, 22))
}

/** Σ1 */
export function bigSigma1(graph: Graph, x: Word): Word {
  return graph.xor(graph.xor(graph.rotr(x, 6), graph.rotr(x, 11)), graph.rotr(x, 25))
}

/** σ0 */
export function smallSigma0(graph: Graph, x: Word): Word {
  return graph.xor(graph.xor(graph.rotr(x, 7), graph.rotr(x, 18)), graph.shr(x, 3))
}

/** σ1 */
export function smallSigma1(graph: Graph, x: Word): Word {
  return graph.xor(graph.xor(graph.rotr(x, 17), graph.rotr(x, 19)), graph.shr(x, 10))
}
