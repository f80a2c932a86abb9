import type { UnsearchedReason } from '../../../../contract/evidence.ts'
import type { Caller } from '../../Upstream.ts'
import type { Budget, Pay } from '../budget.ts'
import type { NamedReply, XCalls, XNames } from '../client/calls.ts'
import type { XEndpoints } from '../client/client.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import { unsearchedReasonOf } from '../client/faults.ts'
import type { Pause } from '../client/pauses.ts'
import { quotedIn, readLookup, readSearch, referencesOf, versionsIn } from '../schemas.ts'
import type { Found, XPost } from '../schemas.ts'
import { CONTROL_MS } from './control.ts'
import type { Control } from './control.ts'
import { YOUNGEST_MS, inOrder, latestOf, madeAt, mostOf, windowsOf } from './windows.ts'
import type { Hit, Looked, Pursuit, Sought } from './windows.ts'

/** What is missing is looked for again after at least this long. */
const AGAIN_MS = 5000
export type Window = { ids: { first: string; last: string } } | { times: { from: number; to: number } }
export type LookParts = {
  /** One search of the author's posts; null when the answer does not count. */
  search: (within: Window, most: number) => Promise<Found | null>
  /** As `Control.foundSince`. */
  control: (since: number) => Promise<number | null>
  /** All ids of each of these posts, one for each edit, the newest last; a post of which X does not tell them is left out. */
  versionsOf: (ids: string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  pursues: Pursuit
  /** Whether posts of a window are looked for one by one where X shows only a part of it. */
  splits: boolean
  now: () => number
  pause: Pause
  signal: AbortSignal
}
/**
 * Looks for posts of one author. What is missing is looked for a second time, after a pause and by times instead of ids, and counts as
 * not found only when the control was found before and in between. Everything else leaves a reason. Findings are noted as they come.
 */
export async function lookForPosts(windows: Sought[][], parts: LookParts, looked: Looked): Promise<void> {
  const { now } = parts
  const { findings, others } = looked
  const leave = (posts: readonly Sought[], reason: UnsearchedReason) => {
    for (const { id } of posts) findings.set(id, { found: null, reason, time: now() })
  }
  /** A step for these posts; when it fails they are left with the reason, and it gives undefined. */
  async function step<T>(posts: readonly Sought[], work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      parts.signal.throwIfAborted()
      leave(posts, unsearchedReasonOf(error))
      return undefined
    }
  }

  /** One search; notes what it found. The rest, and whether X showed all that the window holds; undefined when X gave no answer that counts. */
  async function look(
    posts: Sought[],
    within: Window,
  ): Promise<{ missing: Sought[]; whole: boolean } | undefined> {
    const answer = await step(posts, () => parts.search(within, mostOf(posts)))
    if (answer === null) leave(posts, 'failed')
    if (!answer) return undefined
    const ids = new Set(posts.flatMap(({ id, versions }) => [id, ...(versions ?? [])]))
    const missing: Sought[] = []
    const hitOf = (one: XPost): Hit => ({ found: true, time: now(), quoted: answer.quotedBy(one) })
    for (const post of posts) {
      const hit = answer.posts.find((one) => isVersionOf(one, post))
      if (hit) findings.set(post.id, hitOf(hit))
      else missing.push(post)
    }
    for (const one of answer.posts) {
      const told = idsOf(one)
      if (!told.some((id) => ids.has(id))) for (const id of told) others.set(id, hitOf(one))
    }
    return { missing, whole: answer.whole }
  }
  const byIds = (window: Sought[]): Window => ({
    ids: { first: latestOf(window[0] ?? NONE), last: latestOf(window.at(-1) ?? NONE) },
  })

  /** What the first look misses. Where X shows only a part of a window, the rest is looked for one by one. */
  async function firstLook(window: Sought[]): Promise<Sought[]> {
    const answer = await look(window, byIds(window))
    if (!answer) return []
    if (answer.whole) return answer.missing
    if (window.length === 1 || !parts.splits) return (leave(answer.missing, 'failed'), [])
    const single = await Promise.all(windowsOf(answer.missing, true).map(firstLook))
    return single.flat()
  }

  const missed = (await Promise.all(windows.map(firstLook))).flat()
  const isFound = [...findings.values()].some(({ found }) => found) || others.size > 0
  if (parts.pursues === 'none' || (parts.pursues === 'all' && isFound)) return leave(missed, 'no_author')
  /** When the last of the open posts was missed by its newest id. */
  let missedAt = now()
  const askedAt = missedAt
  const isYoung = (id: string) => askedAt - (madeAt(id) ?? 0) < YOUNGEST_MS
  leave(
    missed.filter(({ id }) => isYoung(id)),
    'too_young',
  )
  let open = missed.filter(({ id }) => !isYoung(id))
  if (open.length === 0) return

  const before = await step(open, () => parts.control(missedAt - CONTROL_MS))
  if (before === null) leave(open, 'no_control')
  if (before === undefined || before === null) return

  open = await withVersions(open)
  if (open.length === 0) return
  await step(open, () => parts.pause(Math.max(0, missedAt + AGAIN_MS - now()), parts.signal))
  const between = await step(open, () => parts.control(Math.max(missedAt, before + 1)))
  if (between === null) leave(open, 'no_control')
  if (between === undefined || between === null) return
  await Promise.all(runsOf(windows, open).map((run) => lookAgain(run, between)))

  /** The posts whose versions are known. An edited one is looked for by its newest id, once that is old enough. */
  async function withVersions(posts: Sought[]): Promise<Sought[]> {
    const unknown = posts.filter(({ versions }) => versions === null)
    if (unknown.length === 0) return posts
    const told = await step(unknown, () => parts.versionsOf(unknown.map(({ id }) => id)))
    const known = posts.map(({ id, versions }): Sought => ({
      id,
      versions: versions ?? told?.get(id) ?? null,
    }))
    if (told)
      leave(
        known.filter(({ versions }) => !versions),
        'failed',
      )
    const edited = known.filter((post) => post.versions && latestOf(post) !== post.id)
    leave(
      edited.filter((post) => isYoung(latestOf(post))),
      'edited',
    )
    const others = known.filter((post) => post.versions && latestOf(post) === post.id)
    const due = edited.filter((post) => !isYoung(latestOf(post)))
    if (due.length === 0) return others
    const stillMissed = await Promise.all(due.map((post) => firstLook([post])))
    missedAt = now()
    return [...others, ...stillMissed.flat()]
  }

  async function lookAgain(run: Sought[], control: number): Promise<void> {
    const times = timesOf(run)
    if (!times) return leave(run, 'failed')
    const answer = await look(run, { times })
    if (!answer) return
    if (!answer.whole) return leave(answer.missing, 'failed')
    for (const { id } of answer.missing) findings.set(id, { found: false, time: now(), control })
  }
}

const NONE: Sought = { id: '0', versions: null }

function isVersionOf(shown: XPost, { id, versions }: Sought): boolean {
  const ids = new Set([id, ...(versions ?? [])])
  return idsOf(shown).some((one) => ids.has(one))
}

const idsOf = (post: XPost): string[] => [post.id, ...(versionsIn(post) ?? [])]

/** The open posts of each window in runs that no found post interrupts, so that a window over a run buys nothing again. */
function runsOf(windows: Sought[][], open: Sought[]): Sought[][] {
  const still = new Map(open.map((post) => [post.id, post]))
  return windows.flatMap((window) => {
    const runs: Sought[][] = [[]]
    for (const { id } of window) {
      const post = still.get(id)
      if (post) runs.at(-1)?.push(post)
      else runs.push([])
    }
    return runs.filter((run) => run.length > 0).map(inOrder)
  })
}

/** The seconds in which posts were made; null where an id holds no date. */
function timesOf(run: Sought[]): { from: number; to: number } | null {
  const [from, to] = [madeAt(latestOf(run[0] ?? NONE)), madeAt(latestOf(run.at(-1) ?? NONE))]
  if (from === null || to === null) return null
  return { from: Math.floor(from / 1000) * 1000, to: (Math.floor(to / 1000) + 1) * 1000 }
}

/** What a search found; null when its answer does not count. A post that names no references quotes none only where X is known to tell them. */
export function readFound({ reply, used }: NamedReply, isAsked: boolean, names: XNames): Found | null {
  const posts = readSearch(reply)
  if (!posts) return null
  const seen = posts.posts.some((post) => referencesOf(post).length > 0)
  const named = isAsked && used !== 'neither'
  if (named && seen) names.noteAnswered('references')
  const told = named && names.hasAnswered('references')
  return { ...posts, quotedBy: (post) => quotedIn(post) ?? (told ? null : undefined) }
}

/** Posts from before X let posts be edited, in September 2022, have one version. */
const EDITABLE_SINCE = Date.UTC(2022, 8, 1)

/** X's API, with what it costs and what its search is trusted by. */
export type XTools = {
  endpoints: XEndpoints
  names: XNames
  budget: Budget
  /** The calls of one check, paid by it. */
  callsFor: (pay: Pay, caller: Caller) => XCalls
  control: Control
  now: () => number
  pause: Pause
}
/** What is searched, where, whether references are worth their price, and which missing posts are pursued. */
export type SearchTopic = {
  endpoint: SearchEndpoint
  query: string
  /** Results that are asked for; null for a few more than are looked for. */
  most: number | null
  paysReferences: boolean
  pursues: Pursuit
}

/** The steps of `lookForPosts`, made of calls of X. */
export function lookPartsFor(
  { names, control, now, pause }: XTools,
  calls: XCalls,
  { endpoint, query, most, paysReferences, pursues }: SearchTopic,
  caller: Caller,
): LookParts {
  return {
    async search(within, expected) {
      const references = paysReferences && 'ids' in within
      const question = { endpoint, query, within, most: most ?? expected, references }
      return readFound(await calls.search(question), references, names)
    },
    control: (since) => control.foundSince(endpoint, since, caller),
    async versionsOf(ids) {
      const posts = readLookup(await calls.posts(ids)) ?? []
      return new Map(
        posts.flatMap((post) => {
          const isFixed = (madeAt(post.id) ?? 0) < EDITABLE_SINCE
          const versions = versionsIn(post) ?? (isFixed ? [post.id] : [])
          return versions.map((id) => [id, versions] as const)
        }),
      )
    },
    pursues,
    splits: most === null,
    now,
    pause,
    signal: caller.signal,
  }
}
