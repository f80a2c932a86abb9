import { LRUCache } from 'lru-cache'
import type { Caller } from '../../Upstream.ts'
import { shareWork } from '../../sharing.ts'
import type { SharedWork } from '../../sharing.ts'
import { PRICES } from '../budget.ts'
import { LIST_POSTS, SEARCH_LEAST, VERDICT_POSTS, resultsFor } from '../client/endpoints.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import { unsearchedReasonOf } from '../client/faults.ts'
import type { Look } from '../schemas.ts'
import { lookForPosts, lookPartsFor } from './lookForPosts.ts'
import type { XTools } from './lookForPosts.ts'
import { endpointFor, inOrder, isNumber, mostOf, unasked, windowsOf } from './windows.ts'
import type { Finding, Looked, Pursuit, Sought } from './windows.ts'

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

/** Results of the search for an account's list: its posts, and a fifth more. */
export const LIST_MOST = Math.floor(LIST_POSTS * 1.2)

/**
 * What looking for the posts of a job costs at worst, in millionths of a dollar. A post is paid for when it is found, with what it quotes
 * where that is asked for; before it counts as missing its versions are asked for, at the price of a post. A window may hold others, and
 * then its posts are looked for one by one.
 */
export function worstOf(
  windows: readonly (readonly unknown[])[],
  { most, paysReferences }: { most: number | null; paysReferences: boolean },
): number {
  if (most !== null) return most * PRICES.post
  const posts = windows.map((window) =>
    window.length === 1 ? 2 : resultsFor(mostOf(window)) * (paysReferences ? 2 : 1) + 2 * window.length,
  )
  return posts.reduce((sum, one) => sum + one, 0) * PRICES.post
}

/** A list with reposts may bring as many posts that they repeat, or take a second question. */
const LISTED = { own: LIST_POSTS, all: 3 * LIST_POSTS }

/** What the steps of an account check can cost at worst, in millionths of a dollar. */
export const WORST_MICROS = {
  /** The lookup with a pin, the newest originals, and one search for them. */
  verdict: PRICES.user + PRICES.post + (VERDICT_POSTS + SEARCH_LEAST) * PRICES.post,
  /** Older originals, where the newest were made within a day, and searches for both. */
  older: (VERDICT_POSTS + 2 * SEARCH_LEAST) * PRICES.post,
  own: PRICES.user + PRICES.post + LISTED.own * PRICES.post,
  all: PRICES.user + PRICES.post + LISTED.all * PRICES.post,
} as const

/** What an account check must be able to spend. What it can spend beyond that it does without, and says so. */
export const FULL_CHECK_MICROS = WORST_MICROS.verdict + Math.max(WORST_MICROS.own, WORST_MICROS.all)

type Group = SharedWork<void> & { share: string; looked: Looked }

/** Authors between whose neighbouring posts lay others: at most this many are remembered. */
const CROWDED_MOST = 1000
/** Why one share's search says nothing of another's. */
const OF_ONE_SHARE: ReadonlySet<string> = new Set(['share', 'queue'])

/** Searches for posts, for all who ask for the same one at a time together, within the budget. */
export function createPostSearch(tools: XTools): PostSearch {
  const { budget, callsFor } = tools
  /** Groups under way by question and post. */
  const underWay = new Map<string, Group>()
  const crowded = new LRUCache<string, true>({ max: CROWDED_MOST })
  const keyOf = ({ query, pursues }: Job, { id }: Sought) => `${query} ${pursues} ${id}`

  function start(job: Job, endpoint: SearchEndpoint, sought: Sought[], { share }: Caller): Group {
    const looked: Looked = {
      findings: new Map(sought.map(({ id }) => [id, unasked('queue')])),
      others: new Map(),
    }
    const windows = job.most === null ? windowsOf(sought, crowded.has(job.query)) : [inOrder(sought)]
    async function work(signal: AbortSignal): Promise<void> {
      const caller = { share, signal }
      try {
        await budget(caller, worstOf(windows, job), async (pay) => {
          const parts = lookPartsFor(tools, callsFor(pay, caller), { ...job, endpoint }, caller)
          await lookForPosts(windows, parts, looked)
        })
      } catch (error) {
        signal.throwIfAborted()
        for (const { id } of sought) looked.findings.set(id, unasked(unsearchedReasonOf(error)))
      }
      if (job.most === null && looked.others.size > 0) crowded.set(job.query, true)
    }
    const forget = () => {
      for (const post of sought)
        if (underWay.get(keyOf(job, post)) === group) underWay.delete(keyOf(job, post))
    }
    const group: Group = { share, looked, ...shareWork(work, forget) }
    for (const post of sought) underWay.set(keyOf(job, post), group)
    return group
  }

  function groupsFor(job: Job, caller: Caller): Set<Group> {
    const fresh = job.sought.filter((post) => !underWay.has(keyOf(job, post)))
    const byEndpoint = Map.groupBy(fresh, ({ id }) => endpointFor(id, tools.now()))
    for (const [endpoint, sought] of byEndpoint) start(job, endpoint, sought, caller)
    return new Set(job.sought.flatMap((post) => underWay.get(keyOf(job, post)) ?? []))
  }

  const search = async (jobs: Job[], caller: Caller, until: AbortSignal, isAgain = false) => {
    const found = new Map<string, Finding>()
    const asked = new Set<Group>()
    const again: Job[] = []
    await Promise.all(
      jobs.map(async (job) => {
        const groups = [...groupsFor(job, caller)]
        for (const group of groups) asked.add(group)
        const patience = AbortSignal.any([caller.signal, until])
        await Promise.allSettled(groups.map((group) => group.join(patience)))
        caller.signal.throwIfAborted()
        const refused = new Set<Sought>()
        for (const post of job.sought) {
          const group = groups.find(({ looked }) => looked.findings.has(post.id))
          const finding = group?.looked.findings.get(post.id) ?? unasked('queue')
          found.set(post.id, finding)
          const isOthers = group !== undefined && group.share !== caller.share
          if (isOthers && finding.found === null && OF_ONE_SHARE.has(finding.reason)) refused.add(post)
        }
        if (refused.size > 0) again.push({ ...job, sought: [...refused] })
      }),
    )
    if (again.length > 0 && !isAgain && !until.aborted) {
      for (const [id, finding] of await search(again, caller, until, true)) found.set(id, finding)
    }
    // A question for other posts may have shown one that its own did not, for example under the name that its author had before.
    for (const { looked } of asked) {
      for (const [id, hit] of looked.others) if (found.has(id) && !found.get(id)?.found) found.set(id, hit)
    }
    return found
  }
  return search
}

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
