import { LRUCache } from 'lru-cache'
import type { Caller } from '../../Caller.ts'
import type { SharedWork } from '../../sharedWork.ts'
import { shareWork } from '../../sharedWork.ts'
import type { SearchEndpoint } from '../asking/endpoints.ts'
import { unsearchedReasonOf } from '../asking/unsearchedReasonOf.ts'
import type { Finding, Looked } from './SearchFinding.ts'
import { unasked } from './SearchFinding.ts'
import type { Job, PostSearch } from './Job.ts'
import { lookForPosts } from './lookForPosts.ts'
import type { XTools } from './lookPartsFor.ts'
import { lookPartsFor } from './lookPartsFor.ts'
import { worstOf } from './searchCost.ts'
import type { Sought } from './searchWindows.ts'
import { endpointFor, inOrder, windowsOf } from './searchWindows.ts'

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
