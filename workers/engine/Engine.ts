import type { KernelName } from '../kernel/KernelName.ts'
import type { SearchRequest } from './SearchRequest.ts'
import type { EngineName } from './EngineName.ts'

/** A way to search a range: gives a counter that solves the challenge, or null when the range holds none. Throws where its kernels are missing. */
export type Engine = { readonly name: EngineName; readonly search: (request: SearchRequest) => number | null }

/** The compiled kernels that have been fetched so far. */
export type KernelModules = Readonly<Partial<Record<KernelName, WebAssembly.Module>>>
