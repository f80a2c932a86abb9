import type { Lane } from '../../crypto/lane.ts'

/** What a lane is ready with: milliseconds of compiling where that is known, and the engine that it runs. */
export type Prepared = { compile: number | null; engine: string | null }

/** A lane as a run uses it. */
export type SearchLane = Pick<Lane, 'search' | 'close'> & {
  /** Answers as soon as the worker runs; absent where there is no worker or no way to ask it that. */
  ping?: () => Promise<unknown>
  /** Makes the engine ready for keys of so many bytes. */
  prepare?: (keyBytes: number) => Promise<Prepared>
}
