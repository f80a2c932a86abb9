import { SLOT } from './Kernel.ts'
import type { Kernel, Statement, Straight } from './Kernel.ts'
import { isInline, listSchedule, operandsOf, scheduledWords } from './schedule.ts'
import type { Machine } from './schedule.ts'
import type { Word } from './sha256Graph.ts'

/** Locals for short-lived values, taken and given back: always the lowest free one, so that equal code gets equal numbers. */
export class TemporaryLocals {
  readonly #first: number
  readonly #taken = new Set<number>()
  count = 0

  constructor(first: number) {
    this.#first = first
  }

  take(wanted: readonly (number | undefined)[] = []): number {
    let local = wanted.find((one) => one !== undefined && !this.#taken.has(one)) ?? this.#first
    while (this.#taken.has(local)) local++
    this.#taken.add(local)
    this.count = Math.max(this.count, local - this.#first + 1)
    return local
  }

  give(local: number): void {
    this.#taken.delete(local)
  }
}

/** An unsigned number in LEB128, the variable-length form that WebAssembly uses for sizes, indices and offsets. */
export function unsigned(value: number): number[] {
  const low = value & 0x7f
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)]
}

/** A signed number in LEB128, the form of i32.const. */
export function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const last = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
  return last ? [low] : [low | 0x80, ...signed(rest)]
}

export function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes]
}

export function named(name: string): number[] {
  return sized([...new TextEncoder().encode(name)])
}

export function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

export const I32 = 0x7f
const V128 = 0x7b

const EMPTY = 0x40
const ALIGNED_4 = 2
const SIMD = 0xfd

export const control = {
  block: [0x02, EMPTY],
  loop: [0x03, EMPTY],
  end: [0x0b],
  branchIf: (depth: number) => [0x0d, ...unsigned(depth)],
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  constant: (value: number) => [0x41, ...signed(value)],
  add: [0x6a],
  and: [0x71],
  lessUnsigned: [0x49],
  isZero: [0x45],
}

/** One lane's or four lanes' worth of the same instructions; a shift takes its count from the stack. */
type Lanes = Readonly<Record<Instruction, number[]>> & {
  readonly lanes: 1 | 4
  readonly type: number
  readonly load: (offset: number) => number[]
  readonly store: (offset: number) => number[]
}
type Instruction = 'add' | 'and' | 'xor' | 'shl' | 'shr' | 'rotr' | 'allTrue'

export const scalar: Lanes = {
  lanes: 1,
  type: I32,
  load: (offset) => [0x28, ALIGNED_4, ...unsigned(offset)],
  store: (offset) => [0x36, ALIGNED_4, ...unsigned(offset)],
  add: [0x6a],
  and: [0x71],
  xor: [0x73],
  shl: [0x74],
  shr: [0x76],
  rotr: [0x78],
  allTrue: [],
}

export const simd: Lanes = {
  lanes: 4,
  type: V128,
  load: (offset) => [SIMD, 0x00, ALIGNED_4, ...unsigned(offset)],
  store: (offset) => [SIMD, 0x0b, ALIGNED_4, ...unsigned(offset)],
  add: [SIMD, 0xae, 0x01],
  and: [SIMD, 0x4e],
  xor: [SIMD, 0x51],
  shl: [SIMD, 0xab, 0x01],
  shr: [SIMD, 0xad, 0x01],
  rotr: [],
  allTrue: [SIMD, 0xa3, 0x01],
}

/** The parameters of a kernel, in bytes but for the shift (see `Run` of the engine), then the loop's pointer and the kernel's local 0. */
const [FROM, TO, SHIFT, WORD, LOOP, VECTORS] = [0, 1, 2, 3, 4, 5]

type Frame = {
  readonly lanes: Lanes
  readonly machine: Machine
  readonly temporaries: TemporaryLocals
}

const BASES = { start: control.constant(0), loop: control.get(LOOP), word: control.get(WORD) }

/** Rounds before, in this order, whose same word lends its local: state words come back after eight and four, message words after sixteen. */
const BACK = [8, 4, 16]

/** Straight-line code in the list scheduler's order. A result whose only reader comes next stays on the stack. */
class StraightWriter {
  readonly code: number[] = []
  readonly #frame: Frame
  readonly #lasting: ReadonlySet<Word>
  readonly #readers = new Map<Word, number>()
  readonly #places = new Map<Word, number>()
  /** The locals of all words so far: equal rounds should get equal code, which packs well. */
  readonly #locals = new Map<string, number>()
  #onStack: Word | undefined

  constructor(words: readonly Word[], lasting: ReadonlySet<Word>, frame: Frame) {
    this.#frame = frame
    this.#lasting = lasting
    for (const operand of words.flatMap(operandsOf))
      this.#readers.set(operand, (this.#readers.get(operand) ?? 0) + 1)
  }

  write(word: Word): void {
    const inputs = this.#inputsOf(word)
    // The address of a store comes before its value.
    this.#settle(word.operation === 'store' ? undefined : inputs[0])
    if (word.operation === 'load' || word.operation === 'store') {
      this.code.push(...BASES[word.base])
    }
    this.#compute(word, inputs)
    if (word.operation !== 'store') this.#onStack = word
  }

  finish(outputs: Straight['outputs']): void {
    this.#settle(undefined)
    for (const [, word] of outputs) {
      const place = word.operation === 'input' ? VECTORS + word.constant : this.#places.get(word)
      if (place === undefined) throw new Error('an output that was not computed')
      this.code.push(...control.get(place))
    }
    for (const [local] of outputs.toReversed()) this.code.push(...control.set(VECTORS + local))
    for (const place of new Set(this.#places.values())) this.#frame.temporaries.give(place)
  }

  #inputsOf({ operation, inputs }: Word): readonly Word[] {
    const commutes = operation === 'add' || operation === 'xor' || operation === 'and'
    return commutes && inputs[1] && inputs[1] === this.#onStack ? inputs.toReversed() : inputs
  }

  /** Puts the last result into a local, unless it stays on the stack for its only reader. */
  #settle(next: Word | undefined): void {
    const word = this.#onStack
    if (!word || (word === next && this.#readers.get(word) === 1 && !this.#lasting.has(word))) return
    const wanted = BACK.map((back) => this.#locals.get(`${word.round - back} ${word.place}`))
    const place = this.#frame.temporaries.take(wanted)
    this.#locals.set(`${word.round} ${word.place}`, place)
    this.#places.set(word, place)
    this.code.push(...control.set(place))
    this.#onStack = undefined
  }

  #compute(word: Word, inputs: readonly Word[]): void {
    const { operation, constant } = word
    const { lanes } = this.#frame
    for (const input of inputs) this.#push(input, word)
    if (operation === 'input') return
    if (operation === 'load' || operation === 'store')
      this.code.push(...lanes[operation](constant * lanes.lanes * 4))
    else if (operation === 'shl' || operation === 'shr' || operation === 'rotr') {
      this.code.push(...control.constant(constant), ...lanes[operation])
    } else this.code.push(...lanes[operation])
  }

  #push(word: Word, reader: Word): void {
    if (word.operation === 'input') this.code.push(...control.get(VECTORS + word.constant))
    else if (isInline(word, reader)) this.#compute(word, word.inputs)
    else {
      const left = (this.#readers.get(word) ?? 0) - 1
      this.#readers.set(word, left)
      const place = this.#places.get(word)
      if (place === undefined) {
        this.#onStack = undefined
        return
      }
      this.code.push(...control.get(place))
      if (left > 0 || this.#lasting.has(word)) return
      this.#frame.temporaries.give(place)
      this.#places.delete(word)
    }
  }
}

export function emitStraight(statement: Straight, frame: Frame): number[] {
  const lasting = new Set(statement.outputs.map(([, word]) => word))
  const words = listSchedule(scheduledWords(statement), lasting, frame.machine)
  const writer = new StraightWriter(words, lasting, frame)
  for (const word of words) writer.write(word)
  writer.finish(statement.outputs)
  return writer.code
}

function emitStatement(statement: Statement, frame: Frame): number[] {
  if (statement.kind === 'straight') return emitStraight(statement, frame)
  const size = frame.lanes.lanes * 4
  const { from, to, step, body } = statement
  const start =
    from === 'word'
      ? [control.get(WORD), control.constant(-step * size), control.and]
      : [control.constant(from * size)]
  return [
    [...start, control.set(LOOP), control.loop],
    body.map((one) => emitStatement(one, frame)),
    [control.get(LOOP), control.constant(step * size), control.add, control.tee(LOOP)],
    [control.constant(to * size), control.lessUnsigned, control.branchIf(0), control.end],
  ].flat(2)
}

function emitFunction(kernel: Kernel, lanes: Lanes, machine: Machine): number[] {
  const size = lanes.lanes * 4
  const temporaries = new TemporaryLocals(VECTORS + kernel.locals)
  const frame: Frame = { lanes, machine, temporaries }
  const attempt = kernel.statements.flatMap((statement) => emitStatement(statement, frame))
  const missed = lanes.lanes === 4 ? [...lanes.allTrue, ...control.isZero] : control.isZero
  const body = [
    [control.block, control.loop, control.get(FROM), lanes.load(0), control.get(SHIFT), lanes.shl],
    [control.constant(0), lanes.load(SLOT.base * size), lanes.add, control.set(VECTORS)],
    [attempt],
    [control.get(VECTORS + kernel.digest), control.constant(0), lanes.load(SLOT.mask * size), lanes.and],
    [missed, control.branchIf(1)],
    [control.get(FROM), control.constant(size), control.add, control.tee(FROM)],
    [control.get(TO), control.lessUnsigned, control.branchIf(0)],
    [control.end, control.end, control.get(FROM), control.end],
  ].flat(2)
  const locals = vector([
    [1, I32],
    [...unsigned(kernel.locals + temporaries.count), lanes.type],
  ])
  return sized([...locals, ...body])
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const FUNCTION = 0x60
const MEMORY = 0x02
const section = (id: number, bytes: readonly number[]) => [id, ...sized(bytes)]

export function emitWasm(kernel: Kernel, lanes: Lanes, machine: Machine): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...MAGIC,
    ...section(1, vector([[FUNCTION, ...vector([[I32], [I32], [I32], [I32]]), ...vector([[I32]])]])),
    ...section(2, vector([[...named('driver'), ...named('memory'), MEMORY, 0x00, 0x01]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...named('run'), 0x00, 0]])),
    ...section(10, vector([emitFunction(kernel, lanes, machine)])),
  ])
}
