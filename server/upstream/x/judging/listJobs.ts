import { unasked } from './SearchFinding.ts'
import type { Finding } from './SearchFinding.ts'
import type { Job } from './Job.ts'
import { LIST_MOST } from './searchCost.ts'
import type { SearchPlan, Seen, Wanted } from './batchJobs.ts'

/** A post of an account's list. */
export type Listed = Wanted & {
  /** Whether the account made it; a repost is somebody else's. */
  own: boolean
  /** Whether it is pinned and older than the list, so that the two do not share a window. */
  isApart: boolean
  versions: readonly string[]
}

/** Looks for an account's own posts in one window, since X listed all that lie in it, and for an older pinned one by itself. */
export function listJobs(seen: readonly Seen<Listed>[], query: string): SearchPlan<Listed> {
  const left = new Map<Listed, Finding>()
  const own: Listed[] = []
  for (const { wanted, look } of seen) {
    if (!wanted.own) left.set(wanted, unasked('not_asked'))
    else if (look.state !== 'gone') own.push(wanted)
  }
  const jobOf = (posts: Listed[], most: number | null): Job => ({
    query,
    sought: posts.map(({ id, versions }) => ({ id, versions })),
    most,
    paysReferences: false,
    pursues: 'each',
  })
  const jobs = [
    jobOf(
      own.filter(({ isApart }) => !isApart),
      LIST_MOST,
    ),
    jobOf(
      own.filter(({ isApart }) => isApart),
      null,
    ),
  ]
  return { jobs: jobs.filter(({ sought }) => sought.length > 0), left }
}
