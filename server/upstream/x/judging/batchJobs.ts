import type { Look } from '../reading/readOembed.ts'
import { isNumber } from './authorQuery.ts'
import type { Job } from './Job.ts'
import type { Finding } from './SearchFinding.ts'
import { unasked } from './SearchFinding.ts'

/** A post to judge. `hint` is the name in a visitor's URL, which may be wrong. */
export type Wanted = { id: string; hint?: string | null }
/** One post as X shows it, and whether it may quote another. */
export type Seen<W extends Wanted = Wanted> = { wanted: W; look: Look; mayQuote: boolean }
/** What is to be searched, and what is said of posts that are not. */
export type SearchPlan<W extends Wanted = Wanted> = { jobs: Job[]; left: Map<W, Finding> }

/** Looks for the first `most` posts of a batch, those of one author together. */
export function batchJobs(seen: readonly Seen[], most: number): SearchPlan {
  const jobs = new Map<string, Job>()
  const left = new Map<Wanted, Finding>()
  const sought = new Set<string>()
  for (const { wanted, look, mayQuote } of seen) {
    if (look.state === 'gone' || look.state === 'unknown') continue
    const author = authorOf(look, wanted)
    if (!author) left.set(wanted, unasked('no_author'))
    else if (sought.size >= most && !sought.has(wanted.id)) left.set(wanted, unasked('not_asked'))
    else {
      const key = `${author.name.toLowerCase()} ${author.isCertain}`
      const job = jobs.get(key) ?? jobOf(author)
      jobs.set(key, job)
      if (!sought.has(wanted.id)) job.sought.push({ id: wanted.id, versions: null })
      if (mayQuote) job.paysReferences = true
      sought.add(wanted.id)
    }
  }
  return { jobs: [...jobs.values()], left }
}

type Author = { name: string; isCertain: boolean }

/** X names the author of what it shows. Of what it does not, only the URL does: search may then find the post, but not miss it. */
function authorOf({ author }: Look, { hint = null }: Wanted): Author | null {
  if (author !== null) return { name: author, isCertain: true }
  return hint === null ? null : { name: hint, isCertain: false }
}

/** X takes a name of digits alone for an account's number, which is not known here: a post of such an author cannot be missed. */
const jobOf = ({ name, isCertain }: Author): Job => ({
  query: `from:${name}`,
  sought: [],
  most: null,
  paysReferences: false,
  pursues: isCertain && !isNumber(name) ? 'each' : 'none',
})
