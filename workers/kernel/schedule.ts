import { SLOT, straight } from './Kernel.ts'
import type { Locals, Statement, Straight } from './Kernel.ts'
import { Graph, round } from './sha256Graph.ts'
import type { Dialect, State, Word } from './sha256Graph.ts'

/** Words that are computed where they are read: locals, and the second shift of a rotation, which arm64 does in the addition. */
export function isInline(word: Word, reader: Word): boolean {
  return word.operation === 'input' || (word.operation === 'shr' && reader.operation === 'add')
}

export function reachableWords({ stores, outputs }: Straight): Word[] {
  const needed = new Set<Word>()
  const visit = (word: Word) => {
    if (needed.has(word) || word.operation === 'input') return
    needed.add(word)
    word.inputs.forEach(visit)
  }
  for (const root of [...stores, ...outputs.map(([, word]) => word)]) visit(root)
  return [...needed].sort((left, right) => left.id - right.id)
}

export function scheduledWords(statement: Straight): Word[] {
  const words = reachableWords(statement)
  const inline = new Set(words.flatMap((word) => word.inputs.filter((input) => isInline(input, word))))
  return words.filter((word) => !inline.has(word))
}

export function operandsOf(word: Word): Word[] {
  return word.inputs.flatMap((input) => {
    if (input.operation === 'input') return []
    return isInline(input, word) ? operandsOf(input) : [input]
  })
}

export type Machine = {
  /** Instructions that should stand between a word and its first reader. */
  readonly latency: number
  /** How far ahead in the standard's order the next instruction may be taken from. */
  readonly window: number
  /** Values that may be alive at once. */
  readonly live: number
}

/** List scheduling: takes the earliest word of the window whose operands have waited long enough, else the one with the least left to wait. In-order cores run in this order. */
export function listSchedule(words: readonly Word[], lasting: ReadonlySet<Word>, machine: Machine): Word[] {
  const alive = new LiveValues(words, lasting)
  const finished = new Map<Word, number>()
  const left = [...words]
  const ordered: Word[] = []

  const waitOf = (word: Word) => {
    const ready = operandsOf(word).map((operand) => finished.get(operand) ?? Infinity)
    return Math.max(0, ...ready.map((time) => time - ordered.length))
  }

  while (left.length > 0) {
    const full = alive.count >= machine.live
    let next = 0
    let least = Infinity
    for (const [index, word] of left.slice(0, machine.window).entries()) {
      if (full && alive.growth(word) > 0) continue
      const wait = waitOf(word)
      if (wait < least) [next, least] = [index, wait]
      if (wait === 0) break
    }
    for (const word of left.splice(next, 1)) {
      alive.compute(word)
      ordered.push(word)
      finished.set(word, ordered.length - 1 + machine.latency)
    }
  }
  return ordered
}

class LiveValues {
  count = 0
  readonly #readers = new Map<Word, number>()

  constructor(words: readonly Word[], lasting: ReadonlySet<Word>) {
    for (const word of [...words.flatMap(operandsOf), ...lasting])
      this.#readers.set(word, this.#readersOf(word) + 1)
  }

  #readersOf(word: Word): number {
    return this.#readers.get(word) ?? 0
  }

  growth(word: Word): number {
    const operands = operandsOf(word)
    const dying = new Set(
      operands.filter((one) => operands.filter((other) => other === one).length === this.#readersOf(one)),
    )
    return 1 - dying.size
  }

  compute(word: Word): void {
    this.count += this.growth(word)
    for (const operand of operandsOf(word)) this.#readers.set(operand, this.#readersOf(operand) - 1)
  }
}

/** Rounds in one turn of the second block's loop: eight bring every state word back to its place. */
const ROUNDS = 8

export function stateIn(graph: Graph, locals: readonly number[]): State {
  return locals.map((local) => graph.input(local)) as unknown as State
}

export function outputsOf(locals: readonly number[], state: readonly (Word | undefined)[]): [number, Word][] {
  return locals.flatMap((local, index) => {
    const word = state[index]
    return word ? [[local, word] satisfies [number, Word]] : []
  })
}

export function uniformRounds(
  dialect: Dialect,
  locals: readonly number[],
  slot: number,
  rounds: number,
): Straight {
  const graph = new Graph(dialect)
  let state = stateIn(graph, locals)
  for (let t = 0; t < rounds; t++) state = round(graph, state, graph.load(slot + t, 'loop'))
  return straight(graph, outputsOf(locals, state))
}

/** A second block whose message is uniform: what the first one puts out, and the loop that follows. */
export function secondBlock(graph: Graph, state: State, locals: Locals, digest: number) {
  const registers = locals.takeSeveral(8)
  const kept = locals.take()
  const hash = state.map((word, index) => word && graph.add(word, graph.load(SLOT.chain + index)))
  const outputs = outputsOf(registers, hash)
  const chain: Straight['outputs'] = hash[0] ? [...outputs, [kept, hash[0]]] : outputs
  const end = new Graph(graph.dialect)
  const result = end.add(end.input(registers[0] ?? 0), end.input(kept))
  const turn = uniformRounds(graph.dialect, registers, SLOT.second, ROUNDS)
  const statements: Statement[] = [
    { kind: 'repeat', from: 0, to: 64, step: ROUNDS, body: [turn] },
    straight(end, [[digest, result]]),
  ]
  return { chain, statements }
}

/** Which of W[0…63] depend on message word `word` alone, by the recurrence of FIPS 180-4 § 6.2.2: the others are uniform. */
export function varyingWords(word: number): boolean[] {
  const varies = Array.from({ length: 16 }, (_, t) => t === word)
  for (let t = 16; t < 64; t++) varies.push([2, 7, 15, 16].some((back) => varies[t - back]))
  return varies
}
