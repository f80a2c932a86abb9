import type { Caller } from '../../Caller.ts'
import type { Finding } from './SearchFinding.ts'
import type { Pursuit, Sought } from './searchWindows.ts'

/** Posts that one question finds. */
export type Job = {
  /** What search is asked, without the window. */
  query: string
  sought: Sought[]
  /** Where X listed all posts that the question finds between the oldest and the newest of these, they share one window of so many; null elsewhere. */
  most: number | null
  paysReferences: boolean
  pursues: Pursuit
}
/** Looks for posts until the signal aborts, which is no error: what is known by then is told. Posts left out are those of no job. */
export type PostSearch = (jobs: Job[], caller: Caller, until: AbortSignal) => Promise<Map<string, Finding>>
