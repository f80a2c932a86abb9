import type { KernelName } from '../kernel/Kernel.ts'

/** A range of counters to search, [from, from + count), for SHA-256(key + counter) with `difficulty` leading hex zeros. */
export type SearchRequest = {
  key: string
  difficulty: number
  from: number
  count: number
}

/** The implementations of the search, usually the fastest first. */
export const ENGINE_NAMES = ['unrolled', 'rolled', 'scalar', 'javascript'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]

/**
 * An implementation of the search. `search` returns a counter that solves the challenge, or null if the range holds none. It throws if a
 * kernel that it needs is missing.
 */
export type Engine = { readonly name: EngineName; readonly search: (request: SearchRequest) => number | null }

export type KernelModules = Readonly<Partial<Record<KernelName, WebAssembly.Module>>>

/**
 * A generated kernel. It tries the digits at [from, to) of the table (byte addresses, whole vectors) and returns the address of the first
 * vector that may hold a solution, or an address past `to` if none does.
 */
export type KernelRun = (from: number, to: number, shift: number, word: number) => number

export type LoadedKernel = {
  readonly run: KernelRun
  /** Attempts that one vector tries at a time: 4 with SIMD. */
  readonly lanes: 1 | 4
  /** Whether the kernel expects the constant parts of the schedule and of `h` to be folded into the slots. */
  readonly folded: boolean
  readonly memory: Int32Array
}
