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
