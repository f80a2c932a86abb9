import { SLOT_ADDRESSES } from './Kernel.ts'
import type { Kernel, KernelStatement } from './Kernel.ts'
import { WordReads, isComputedInReader, orderByListScheduling, scheduledWords } from './schedule.ts'
import type { SchedulingModel } from './schedule.ts'
import type { Word } from './sha256Graph.ts'

/**
 * Takes a free local for a short-lived value: the wanted one if it is free, otherwise the lowest. Equal rounds then get equal code, which
 * compresses well.
 */
function takeLocal(isFree: boolean[], wanted = -1): number {
  const free = isFree[wanted] ? wanted : isFree.indexOf(true)
  const local = free === -1 ? isFree.length : free
  isFree[local] = false
  return local
}

/** Encodes an unsigned number in LEB128, the variable-length form that WebAssembly uses for sizes, indices and offsets. */
function unsigned(value: number): number[] {
  const low = value & 0x7f
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)]
}

/** Encodes a signed number in LEB128, the form of the operand of `i32.const`. */
function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const last = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
  return last ? [low] : [low | 0x80, ...signed(rest)]
}

function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes]
}

function named(name: string): number[] {
  return sized([...new TextEncoder().encode(name)])
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

const I32 = 0x7f
const V128 = 0x7b

const EMPTY = 0x40
const ALIGNED_4 = 2
const SIMD_PREFIX = 0xfd

const control = {
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

/** Instructions for one lane or for four, and the instruction order that suits the processors. A shift takes its count from the stack. */
type Target = Readonly<Record<Instruction, number[]>> & {
  readonly lanes: 1 | 4
  readonly type: number
  readonly rotates: boolean
  readonly model: SchedulingModel
  readonly load: (offset: number) => number[]
  readonly store: (offset: number) => number[]
}
type Instruction = 'add' | 'and' | 'xor' | 'shl' | 'shr' | 'rotr' | 'allTrue'

export const SCALAR_TARGET: Target = {
  lanes: 1,
  type: I32,
  rotates: true,
  // This keeps the order of the standard, which compilers of scalar code optimise best.
  model: { latency: 1, window: 1, live: Infinity },
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

/** WebAssembly SIMD has no rotation. `v128.bitselect` is not used either: it takes three instructions on x86, and an extra move on arm64. */
export const SIMD_TARGET: Target = {
  lanes: 4,
  type: V128,
  rotates: false,
  // The numbers come from a model of in-order Arm cores (A53, A55, A510) with latencies 1–6, windows 8–48 and limits of 26–99 values. On
  // cores that reorder instructions the order matters little.
  model: { latency: 5, window: 24, live: 34 },
  load: (offset) => [SIMD_PREFIX, 0x00, ALIGNED_4, ...unsigned(offset)],
  store: (offset) => [SIMD_PREFIX, 0x0b, ALIGNED_4, ...unsigned(offset)],
  add: [SIMD_PREFIX, 0xae, 0x01],
  and: [SIMD_PREFIX, 0x4e],
  xor: [SIMD_PREFIX, 0x51],
  shl: [SIMD_PREFIX, 0xab, 0x01],
  shr: [SIMD_PREFIX, 0xad, 0x01],
  rotr: [],
  allTrue: [SIMD_PREFIX, 0xa3, 0x01],
}

/**
 * The parameters of a kernel, in bytes except for the shift (see `KernelRun`), followed by the loop's pointer and the kernel's
 * local 0.
 */
const [FROM, TO, SHIFT, WORD, LOOP, VECTORS] = [0, 1, 2, 3, 4, 5]

const BASES = { start: control.constant(0), loop: control.get(LOOP), word: control.get(WORD) }

/** Emits straight-line code in the order of the list scheduler. A result stays on the stack if the next instruction is its only reader. */
function emitStraight(statement: KernelStatement, target: Target, isFree: boolean[]): number[] {
  const { outputs } = statement
  const lasting = new Set(outputs.map(([, word]) => word))
  const words = orderByListScheduling(scheduledWords(statement), lasting, target.model)
  const reads = new WordReads(words)
  /** The local of every word so far, including words that are not read again. */
  const places = new Map<Word, number>()
  const code: number[] = []
  let onStack: Word | undefined

  for (const word of words) {
    const { operation, base } = word
    const inputs = inputsOf(word)
    // The address of a store comes before its value.
    settle(operation === 'store' ? undefined : inputs[0])
    if (operation === 'load' || operation === 'store') code.push(...BASES[base])
    compute(word, inputs)
    if (operation !== 'store') onStack = word
  }
  settle(undefined)
  for (const [, word] of outputs) {
    const place = word.operation === 'input' ? VECTORS + word.constant : places.get(word)
    if (place === undefined) throw new Error('an output that was not computed')
    code.push(...control.get(place))
  }
  for (const [local] of outputs.toReversed()) code.push(...control.set(VECTORS + local))
  for (const place of places.values()) isFree[place] = true
  return code

  function inputsOf({ operation, inputs }: Word): readonly Word[] {
    const commutes = operation === 'add' || operation === 'xor' || operation === 'and'
    return commutes && inputs[1] && inputs[1] === onStack ? inputs.toReversed() : inputs
  }

  /** Puts the last result into a local, unless the next instruction is its only reader and takes it from the stack. */
  function settle(next: Word | undefined): void {
    const word = onStack
    if (!word || (word === next && reads.of(word) === 1 && !lasting.has(word))) return
    const place = takeLocal(isFree, word.earlier && places.get(word.earlier))
    places.set(word, place)
    code.push(...control.set(place))
    onStack = undefined
  }

  function compute(word: Word, inputs: readonly Word[]): void {
    const { operation, constant } = word
    for (const input of inputs) push(input, word)
    if (operation === 'input') return
    if (operation === 'load' || operation === 'store')
      return void code.push(...target[operation](constant * target.lanes * 4))
    if (operation === 'shl' || operation === 'shr' || operation === 'rotr')
      code.push(...control.constant(constant))
    code.push(...target[operation])
  }

  function push(word: Word, reader: Word): void {
    if (word.operation === 'input') return void code.push(...control.get(VECTORS + word.constant))
    if (isComputedInReader(word, reader)) return compute(word, word.inputs)
    const left = reads.take(word)
    const place = places.get(word)
    if (place === undefined) return void (onStack = undefined)
    code.push(...control.get(place))
    if (left === 0 && !lasting.has(word)) isFree[place] = true
  }
}

function emitStatement(statement: KernelStatement, target: Target, isFree: boolean[]): number[] {
  const straight = emitStraight(statement, target, isFree)
  if (!statement.loop) return straight
  const size = target.lanes * 4
  const { from, to, step } = statement.loop
  const start =
    from === 'word'
      ? [control.get(WORD), control.constant(-step * size), control.and]
      : [control.constant(from * size)]
  return [
    [...start, control.set(LOOP), control.loop, straight],
    [control.get(LOOP), control.constant(step * size), control.add, control.tee(LOOP)],
    [control.constant(to * size), control.lessUnsigned, control.branchIf(0), control.end],
  ].flat(2)
}

function emitFunction(kernel: Kernel, target: Target): number[] {
  const size = target.lanes * 4
  const isFree = Array.from({ length: VECTORS + kernel.locals }, () => false)
  const attempt = kernel.statements.flatMap((statement) => emitStatement(statement, target, isFree))
  const missed = [...target.allTrue, ...control.isZero]
  const body = [
    [control.block, control.loop, control.get(FROM), target.load(0), control.get(SHIFT), target.shl],
    [control.constant(0), target.load(SLOT_ADDRESSES.base * size), target.add, control.set(VECTORS)],
    [attempt],
    [
      control.get(VECTORS + kernel.digest),
      control.constant(0),
      target.load(SLOT_ADDRESSES.mask * size),
      target.and,
    ],
    [missed, control.branchIf(1)],
    [control.get(FROM), control.constant(size), control.add, control.tee(FROM)],
    [control.get(TO), control.lessUnsigned, control.branchIf(0)],
    [control.end, control.end, control.get(FROM), control.end],
  ].flat(2)
  const locals = vector([
    [1, I32],
    [...unsigned(isFree.length - VECTORS), target.type],
  ])
  return sized([...locals, ...body])
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const FUNCTION = 0x60
const MEMORY = 0x02
const section = (id: number, bytes: readonly number[]) => [id, ...sized(bytes)]

export function emitWasm(kernel: Kernel, target: Target): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...MAGIC,
    ...section(1, vector([[FUNCTION, ...vector([[I32], [I32], [I32], [I32]]), ...vector([[I32]])]])),
    ...section(2, vector([[...named('driver'), ...named('memory'), MEMORY, 0x00, 0x01]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...named('run'), 0x00, 0]])),
    ...section(10, vector([emitFunction(kernel, target)])),
  ])
}
