import type { UnsearchedReason } from '../../../../contract/evidence.ts'
import type { Caller } from '../../Upstream.ts'
import type { Budget, Pay } from '../budget.ts'
import { PRICES } from '../budget.ts'
import type { NamedReply, Search, XCalls, XNames } from '../client/calls.ts'
import type { XEndpoints } from '../client/client.ts'
import { LOOKUP_POSTS, resultsFor } from '../client/endpoints.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import { unsearchedReasonOf } from '../client/faults.ts'
import type { Pause } from '../client/throttling.ts'
import { quotedIn, readLookup, readSearch, versionsIn } from '../schemas.ts'
import type { XPost } from '../schemas.ts'
import { CONTROL_MS, NEAR_MS } from './control.ts'
import type { Control } from './control.ts'
import { RECENT_MS, YOUNGEST_MS, factsOf, madeAt } from './findings.ts'
import type { Facts, SearchOutcome } from './findings.ts'

/** X's API, with what it costs and what its search is trusted by. */
export type XTools = {
  endpoints: XEndpoints
  names: XNames
  budget: Budget
  /** The calls of one check, paid by it. */
  callsFor: (pay: Pay, caller: Caller) => XCalls
  control: Control
  now: () => number
  /** X's time, by which the age of posts counts. */
  xNow: () => number
  pause: Pause
}

/** All that an account's timeline listed between two posts, so that one window finds them and never holds more than X returns. */
export type Listing = {
  ids: ReadonlySet<string>
  /** Whether replies are left out. */
  isOriginals: boolean
}
/** A post that is looked for. */
export type SearchTarget = {
  id: string
  /** Its author's name, and number where that is known. */
  name: string
  userId: string | null
  /** Whether X itself named the author: under a name from a URL a post may be found, but not missed. */
  isCertain: boolean
  /** Null where X is asked for them before the post counts as missing. */
  facts: Facts | null
  listing: Listing | null
  /** Whether it is worth a price to learn what the post quotes. */
  paysReferences: boolean
}

/** After the first look, what is missing is looked for again by these forms, each so many milliseconds after it at least. */
const AGAIN = [
  { form: 'times', afterMs: 5000 },
  { form: 'ids', afterMs: 10_000 },
  { form: 'times', afterMs: 10_000 },
] as const
type Form = (typeof AGAIN)[number]['form']
/** Controls that one look asks for, before it and after it: posts far apart each need their own. */
const CONTROLS_MAX = 8
/** How much later than a post its control is looked for first, where later posts are missing too. */
const BETWEEN_MS = NEAR_MS * (2 / 3)
/** Posts from before X let posts be edited, in September 2022, have one version. */
const EDITABLE_SINCE = Date.UTC(2022, 8, 1)
/** Posts that one window of a listing may bring back: a fifth more than it is asked for. */
const mostOf = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

/** X takes a name of digits alone for an account's number. */
const isNumber = (name: string) => /^[0-9]+$/.test(name)
const latestOf = ({ id, facts }: SearchTarget): string => facts?.versions.at(-1) ?? id
const madeOf = (post: SearchTarget): number => madeAt(latestOf(post)) ?? Number.NaN
const rankOf = ({ listing }: SearchTarget) => (listing?.isOriginals ? 0 : 1)
const inOrder = (posts: readonly SearchTarget[]) =>
  posts.toSorted((a, b) => (BigInt(latestOf(a)) < BigInt(latestOf(b)) ? -1 : 1))

/** The question that finds a post: by its author's name and number, for old posts may stand under a name that is not theirs any more. */
export function queryFor({
  name,
  userId,
  listing,
}: Pick<SearchTarget, 'name' | 'userId'> & { listing: Pick<Listing, 'isOriginals'> | null }): string {
  const from =
    userId === null ? `from:${name}` : isNumber(name) ? `from:${userId}` : `(from:${name} OR from:${userId})`
  if (!listing) return from
  return `${from} -is:retweet${listing.isOriginals ? ' -is:reply' : ''}`
}

/** What the first searches for these posts cost at most, in millionths of a dollar. */
export const maxCostOfFirst = (posts: readonly SearchTarget[]): number => {
  const single = posts.filter(({ listing }) => !listing)
  const listing = posts.find(({ listing }) => listing)?.listing
  const each = single.reduce((sum, { paysReferences }) => sum + (paysReferences ? 2 : 1), 0)
  return (each + (listing ? resultsFor(mostOf([...listing.ids])) : 0)) * PRICES.post
}
/** And what it costs to make sure of those that are missing: to look them up where that is not done yet, and to find them after all. */
const maxCostOfRepeats = (posts: readonly SearchTarget[]): number =>
  posts.reduce(
    (sum, { facts, paysReferences }) => sum + (facts ? 1 : LOOKUP_POSTS + 1) + (paysReferences ? 1 : 0),
    0,
  ) * PRICES.post

/**
 * Looks for posts in X's search and notes what it says of each. A post counts as missing only where every one of at least three more
 * looks missed it where X showed the whole window, and a control near in time was found before and after. Everything else leaves a
 * reason, also when the signal aborts meanwhile.
 */
export async function searchForPosts(
  targets: readonly SearchTarget[],
  tools: XTools,
  caller: Caller,
  found: Map<string, SearchOutcome>,
): Promise<void> {
  const { budget, callsFor, control, now, xNow, pause } = tools
  const { signal } = caller
  const leave = (posts: readonly SearchTarget[], reason: UnsearchedReason): SearchTarget[] => {
    for (const { id } of posts) found.set(id, { found: null, reason, time: now() })
    return []
  }
  /** A step for these posts; when it fails they are left with the reason, and it gives null. */
  async function step<T>(posts: readonly SearchTarget[], work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      leave(posts, unsearchedReasonOf(error))
      return null
    }
  }
  const endpointOf = (post: SearchTarget): SearchEndpoint =>
    xNow() - madeOf(post) <= RECENT_MS ? 'search' : 'search_all'
  const isYoung = (id: string) => xNow() - (madeAt(id) ?? 0) < YOUNGEST_MS

  /** One search for a window; what of it is missing although X showed the whole. */
  async function searchFor(
    calls: XCalls,
    window: SearchTarget[],
    form: Form,
    isRepeated: boolean,
  ): Promise<SearchTarget[]> {
    const [post] = window
    const within = form === 'ids' ? idsOf(window) : timesOf(window)
    if (!post || !within) return leave(window, 'failed')
    const endpoint = endpointOf(post)
    const query = queryFor(post)
    const references = window.some(({ paysReferences }) => paysReferences)
    const most = post.listing ? mostOf([...post.listing.ids]) : 1
    const reply = await step(window, () =>
      calls.search({ endpoint, query, within, most, references, isUnverified: !post.isCertain }),
    )
    if (!reply) return []
    const answer = readSearch(reply.reply)
    if (!answer) return leave(window, 'failed')
    control.note(
      endpoint,
      answer.posts.map(({ id }) => id),
      query,
    )
    const told = references && reply.used !== 'neither'
    const missing: SearchTarget[] = []
    for (const post of window) {
      const hit = answer.posts.find((one) => isVersionOf(one, post))
      if (!hit) missing.push(post)
      else
        found.set(post.id, { found: true, time: now(), quoted: quotedIn(hit) ?? (told ? null : undefined) })
    }
    if (isRepeated && missing.length < window.length) control.noteLapse(endpoint)
    // Where search shows what the timeline did not list, the window held more than was known of.
    const { listing } = post
    const strangers = listing && answer.posts.some((one) => !allIdsOf(one).some((id) => listing.ids.has(id)))
    return answer.whole && !strangers ? missing : leave(missing, 'partial')
  }
  const searchAll = async (calls: XCalls, posts: readonly SearchTarget[], form: Form, isRepeated: boolean) =>
    (
      await Promise.all(windowsOf(posts, endpointOf).map((one) => searchFor(calls, one, form, isRepeated)))
    ).flat()

  /** The posts whose facts make a miss of them mean something. X tells the facts, and who made the post, in one answer. */
  async function lookUp(calls: XCalls, posts: SearchTarget[]): Promise<SearchTarget[]> {
    const unknown = posts.filter(({ facts }) => !facts)
    const ids = unknown.map(({ id }) => id)
    const withAuthor = unknown.some(({ userId }) => userId === null)
    const reply = ids.length > 0 ? await step(unknown, () => calls.posts(ids, withAuthor)) : null
    const told = reply ? readLookup(reply.reply) : null
    const known = posts.flatMap((post): SearchTarget[] => {
      if (post.facts) return [post]
      const shown = told?.find((one) => isVersionOf(one, post))
      const facts = shown && reply && factsTold(shown, reply)
      const userId = post.userId ?? shown?.author_id ?? null
      if (facts && userId !== null) return [{ ...post, facts, userId }]
      return reply ? leave([post], 'failed') : []
    })
    return known.filter((post) => {
      const { versions = [], unfit = null } = post.facts ?? {}
      const reason = unfit ?? (versions.at(-1) !== post.id && isYoung(latestOf(post)) ? 'edited' : null)
      if (reason !== null) leave([post], reason)
      return reason === null
    })
  }

  /** The posts for which a control was found, and when it was at the earliest. */
  async function withControl(
    posts: readonly SearchTarget[],
    since: number,
  ): Promise<{ posts: SearchTarget[]; at: number }> {
    const near: SearchTarget[] = []
    let earliest = Infinity
    let asked = 0
    // The verdict's posts first, so that those of the list never use up its controls.
    const ordered = inOrder(posts).toSorted((a, b) => rankOf(a) - rankOf(b))
    for (const post of ordered) {
      const [endpoint, made] = [endpointOf(post), madeOf(post)]
      // One control between two posts vouches for both.
      const latest = Math.max(...ordered.filter((one) => endpointOf(one) === endpoint).map(madeOf))
      const shown = await step([post], async () => {
        for (const time of new Set([Math.min(made + BETWEEN_MS, latest), made])) {
          const known = control.known(endpoint, made, since)
          if (known !== null || Number.isNaN(made) || asked === CONTROLS_MAX) return { at: known }
          asked++
          await control.near(endpoint, time, since, caller)
        }
        return { at: control.known(endpoint, made, since) }
      })
      if (shown && shown.at === null) leave([post], 'no_control')
      if (!shown || shown.at === null) continue
      near.push(post)
      earliest = Math.min(earliest, shown.at)
    }
    return { posts: near, at: earliest }
  }

  async function searchAgain(calls: XCalls, posts: SearchTarget[], missedAt: number): Promise<void> {
    let open = (await withControl(await lookUp(calls, posts), missedAt - CONTROL_MS)).posts
    for (const [index, { form, afterMs }] of AGAIN.entries()) {
      const waited =
        open.length > 0 &&
        (await step(open, async () => (await pause(Math.max(0, missedAt + afterMs - now()), signal), true)))
      if (!waited) return
      // The first of them may be the first that asks by the author's number, or for the newest version.
      const isRepeated = index > 0 || open.every((post) => posts.includes(post))
      open = await searchAll(calls, open, form, isRepeated)
    }
    const time = now()
    const { posts: missing, at } = await withControl(open, time)
    for (const { id } of missing) found.set(id, { found: false, time, control: at })
  }

  /** Work for these posts that costs at most so much; where that cannot be afforded they are left. */
  const afford = (posts: readonly SearchTarget[], micros: number, work: (calls: XCalls) => Promise<void>) =>
    step(posts, () => budget(caller, micros, (pay) => work(callsFor(pay, caller))))

  let missing: SearchTarget[] = []
  await afford(targets, maxCostOfFirst(targets), async (calls) => {
    missing = await searchAll(calls, targets, 'ids', false)
  })
  const missedAt = now()
  leave(
    missing.filter(({ isCertain }) => !isCertain),
    'no_author',
  )
  const certain = missing.filter(({ isCertain }) => isCertain)
  leave(
    certain.filter(({ id }) => isYoung(id)),
    'too_young',
  )
  const open = certain.filter(({ id }) => !isYoung(id))
  if (open.length === 0) return
  await afford(open, maxCostOfRepeats(open), (calls) => searchAgain(calls, open, missedAt))
  // What was not finished says nothing: a first miss alone is none.
  leave(
    open.filter(({ id }) => !found.has(id)),
    'queue',
  )
}

/** The facts in a lookup's answer; null where X accepted neither generation of names. */
function factsTold(post: XPost, { used }: NamedReply): Facts | null {
  if (used === 'neither') return null
  const isFixed = (madeAt(post.id) ?? 0) < EDITABLE_SINCE
  return factsOf(post, versionsIn(post) ?? (isFixed ? [post.id] : null))
}

const allIdsOf = (post: XPost): string[] => [post.id, ...(versionsIn(post) ?? [])]

function isVersionOf(shown: XPost, { id, facts }: SearchTarget): boolean {
  const ids = new Set([id, ...(facts?.versions ?? [])])
  return allIdsOf(shown).some((one) => ids.has(one))
}

/** Each post by itself, but those of one listing in runs that no other of its posts interrupts: a window buys nothing again. */
function windowsOf(
  posts: readonly SearchTarget[],
  endpointOf: (post: SearchTarget) => SearchEndpoint,
): SearchTarget[][] {
  const windows = posts.filter(({ listing }) => !listing).map((post) => [post])
  const listed = posts.filter(({ listing }) => listing)
  for (const [, group] of Map.groupBy(listed, (post) => `${endpointOf(post)} ${queryFor(post)}`)) {
    const own = new Map(
      group.flatMap((post) => [post.id, ...(post.facts?.versions ?? [])].map((id) => [id, post])),
    )
    const all = [...(group[0]?.listing?.ids ?? [])].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    let run = new Set<SearchTarget>()
    for (const id of [...all, '']) {
      const post = own.get(id)
      if (post) run.add(post)
      else {
        if (run.size > 0) windows.push(inOrder([...run]))
        run = new Set()
      }
    }
  }
  return windows
}

function idsOf(window: readonly SearchTarget[]): Search['within'] | null {
  const [first, last] = [window[0], window.at(-1)]
  return first && last ? { ids: { first: latestOf(first), last: latestOf(last) } } : null
}

/** The seconds in which posts were made; null where an id holds no date. */
function timesOf(window: readonly SearchTarget[]): Search['within'] | null {
  const [first, last] = [window[0], window.at(-1)]
  const [from, to] = [first ? madeOf(first) : Number.NaN, last ? madeOf(last) : Number.NaN]
  if (Number.isNaN(from) || Number.isNaN(to)) return null
  return { times: { from: Math.floor(from / 1000) * 1000, to: (Math.floor(to / 1000) + 1) * 1000 } }
}
