import type { KernelName } from '../kernel/Kernel.ts'

/** One range of counters to search: [from, from + count), for SHA-256(key + counter) with `difficulty` leading hex zeros. */
export type SearchRequest = {
  key: string
  difficulty: number
  from: number
  count: number
}

/** The ways to search, in the usual order of their speed, fastest first. */
export const ENGINE_NAMES = ['unrolled', 'rolled', 'scalar', 'javascript'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]

/** A way to search a range: gives a counter that solves the challenge, or null when the range holds none. Throws where its kernels are missing. */
export type Engine = { readonly name: EngineName; readonly search: (request: SearchRequest) => number | null }

export type KernelModules = Readonly<Partial<Record<KernelName, WebAssembly.Module>>>

/** A generated kernel: tries the digits at [from, to) of the table (in bytes, whole vectors) and returns the address of the first vector that may hold a solution; past `to` if none does. */
export type Run = (from: number, to: number, shift: number, word: number) => number

export type LoadedKernel = {
  readonly run: Run
  /** Of SIMD: attempts at a time. */
  readonly lanes: 1 | 4
  /** Whether it expects uniform parts of the schedule and of h to be folded into the slots. */
  readonly folded: boolean
  readonly memory: Int32Array
}
