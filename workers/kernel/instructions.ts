import { signed, unsigned } from './wasmBytes.ts'

/** Value types of WebAssembly, as they are written. */
export const I32 = 0x7f
const V128 = 0x7b

const EMPTY = 0x40
const ALIGNED_4 = 2
const SIMD = 0xfd

/** Instructions on addresses and for control. */
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
export type Lanes = {
  readonly lanes: 1 | 4
  readonly type: number
  readonly load: (offset: number) => number[]
  readonly store: (offset: number) => number[]
  readonly add: number[]
  readonly and: number[]
  readonly xor: number[]
  readonly shl: number[]
  readonly shr: number[]
  readonly rotr: number[]
  /** Whether every lane is other than zero. */
  readonly allTrue: number[]
}

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
