import type { Graph, Word } from './Graph.ts'

/** A kernel's locals: their count, so that new ones get the next number. */
export class Locals {
  count = 0

  take(): number {
    return this.count++
  }

  takeEight(): [number, number, number, number, number, number, number, number] {
    return [
      this.take(),
      this.take(),
      this.take(),
      this.take(),
      this.take(),
      this.take(),
      this.take(),
      this.take(),
    ]
  }
}

/** Straight-line code: words to compute, and the locals that receive them when all are computed. */
export type Straight = {
  readonly kind: 'straight'
  readonly graph: Graph
  readonly stores: readonly Word[]
  readonly outputs: readonly (readonly [local: number, word: Word])[]
}

/** A loop whose pointer runs over slots [from, to); `from` may be the varying word's, rounded down to a whole number of steps. */
export type Repeat = {
  readonly kind: 'repeat'
  readonly from: number | 'word'
  readonly to: number
  readonly step: number
  readonly body: readonly Statement[]
}

export type Statement = Straight | Repeat

/** One attempt in each lane: reads the varying message word from local 0 and leaves digest word 0 in local `digest`. */
export type Kernel = {
  readonly locals: number
  readonly statements: readonly Statement[]
  readonly digest: number
}

/** The local in which a kernel finds the varying word. */
export const VARYING = 0
