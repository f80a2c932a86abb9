import type { UnsearchedReason } from '../../../../contract/evidence.ts'
import type { Caller } from '../../Upstream.ts'
import { PRICES } from '../budget.ts'
import type { Budget, Pay } from '../budget.ts'
import type { XCalls } from '../client/calls.ts'
import type { XEndpoints } from '../client/client.ts'
import { LOOKUP_COST_POSTS, resultsFor } from '../client/endpoints.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import { unsearchedReasonOf } from '../client/faults.ts'
import type { ToldReply } from '../client/parameterNames.ts'
import type { Pause } from '../../sharing.ts'
import { quotedIn, readLookup, readSearch, versionsIn } from '../schemas.ts'
import type { XPost } from '../schemas.ts'
import { CONTROL_MS, NEAR_MS } from './control.ts'
import type { Control } from './control.ts'
import { RECENT_MS, YOUNGEST_MS, factsOf, knownIds, madeAt } from './findings.ts'
import type { Facts, SearchOutcome } from './findings.ts'
import {
  idsOf,
  inOrder,
  isBetween,
  latestOf,
  madeOf,
  mostOf,
  queryFor,
  timesOf,
  windowsOf,
} from './windows.ts'
import type { SearchTarget } from './windows.ts'

export type XTools = {
  endpoints: XEndpoints
  budget: Budget
  callsFor: (pay: Pay, caller: Caller) => XCalls
  control: Control
  now: () => number
  /** X's time, by which the age of posts counts. */
  xNow: () => number
  pause: Pause
}

/** Searches that repeat the first one, by ids or times, at least so long after it. */
const REPEATS = [
  { form: 'times', afterMs: 5000 },
  { form: 'ids', afterMs: 10_000 },
  { form: 'times', afterMs: 10_000 },
] as const
type Form = (typeof REPEATS)[number]['form']
/** Controls asked for before the repeats, and after them: posts far apart each need their own. */
const CONTROLS_MAX = 8
/** Where later posts are missing too, a control so much later than a post serves both. */
const BETWEEN_MS = NEAR_MS * (2 / 3)
/** Posts from before X let posts be edited, in September 2022, have one version. */
const EDITABLE_SINCE = Date.UTC(2022, 8, 1)

const rankOf = ({ listing }: SearchTarget) => (listing?.isOriginals ? 0 : 1)

const maxCostOfFirst = (posts: readonly SearchTarget[]): number => {
  const single = posts.filter(({ listing }) => !listing)
  const listing = posts.find(({ listing }) => listing)?.listing
  const each = single.reduce((sum, { paysReferences }) => sum + (paysReferences ? 2 : 1), 0)
  return (each + (listing ? resultsFor(mostOf([...listing.ids])) : 0)) * PRICES.post
}
const maxCostOfRepeats = (posts: readonly SearchTarget[]): number =>
  posts.reduce(
    (sum, { facts, paysReferences }) => sum + (facts ? 1 : LOOKUP_COST_POSTS + 1) + (paysReferences ? 1 : 0),
    0,
  ) * PRICES.post

/**
 * Adds what X's search says of each post to `found`. A post is missed only where four searches missed it, X returned all results, and a
 * control near in time was shown before and after. Everything else leaves a reason, but the signal's abort, which it throws.
 */
export async function searchForPosts(
  targets: readonly SearchTarget[],
  tools: XTools,
  caller: Caller,
  found: Map<string, SearchOutcome>,
): Promise<void> {
  const { budget, callsFor, control, now, xNow, pause } = tools
  const { signal } = caller
  const isOpen = ({ id }: SearchTarget) => !found.get(id)?.found
  const markUnsearched = (posts: readonly SearchTarget[], reason: UnsearchedReason): SearchTarget[] => {
    for (const { id } of posts.filter(isOpen)) found.set(id, { found: null, reason, time: now() })
    return []
  }
  const keepUnless = (
    posts: readonly SearchTarget[],
    reasonOf: (post: SearchTarget) => UnsearchedReason | null,
  ): SearchTarget[] =>
    posts.filter((post) => {
      const reason = reasonOf(post)
      if (reason) markUnsearched([post], reason)
      return !reason
    })
  /** When the work fails the posts are left with the reason. */
  async function step<T>(posts: readonly SearchTarget[], work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      markUnsearched(posts, unsearchedReasonOf(error))
      return null
    }
  }
  const endpointOf = (post: SearchTarget): SearchEndpoint =>
    xNow() - madeOf(post) <= RECENT_MS ? 'search' : 'search_all'
  const isYoung = (id: string) => xNow() - (madeAt(id) ?? 0) < YOUNGEST_MS

  /** Returns the posts of a window that are missing although X returned all results. What it shows of the other `posts` is found, too. */
  async function searchFor(
    calls: XCalls,
    window: SearchTarget[],
    posts: readonly SearchTarget[],
    form: Form,
    isRepeated: boolean,
  ): Promise<SearchTarget[]> {
    const [post] = window
    const ids = idsOf(window)
    const within = form === 'ids' ? ids && { ids } : timesOf(window)
    if (!post || !ids || !within) return markUnsearched(window, 'failed')
    const endpoint = endpointOf(post)
    const query = queryFor(post)
    const references = window.some(({ paysReferences }) => paysReferences)
    const most = post.listing ? mostOf([...post.listing.ids]) : 1
    const reply = await step(window, () => calls.search({ endpoint, query, within, most, references }))
    if (!reply) return []
    const answer = readSearch(reply.reply)
    if (!answer) return markUnsearched(window, 'failed')
    control.note(endpoint, answer.posts, query)
    const namesQuotes = reply.told.references
    for (const post of posts) {
      const hit = answer.posts.find((one) => isVersionOf(one, post))
      const before = found.get(post.id)
      // An answer about another post may not tell what this one quotes.
      if (hit && !(before?.found && before.quoted !== undefined))
        found.set(post.id, {
          found: true,
          time: now(),
          quoted: quotedIn(hit) ?? (namesQuotes ? null : undefined),
        })
    }
    const missing = window.filter(isOpen)
    if (isRepeated && missing.length < window.length) control.noteLapse(endpoint)
    // Search showed what the timeline did not list: the window held more than was known. By times it holds whole seconds, also what lies beside.
    const { listing } = post
    const strangers =
      listing &&
      answer.posts
        .map(allIdsOf)
        .some((all) => all.some((id) => isBetween(id, ids)) && !all.some((id) => listing.ids.has(id)))
    return answer.whole && !strangers ? missing : markUnsearched(missing, 'partial')
  }
  async function searchAll(calls: XCalls, posts: readonly SearchTarget[], form: Form, isRepeated: boolean) {
    const searches = windowsOf(posts, endpointOf).map((one) => searchFor(calls, one, posts, form, isRepeated))
    return (await Promise.all(searches)).flat().filter(isOpen)
  }

  async function lookUp(calls: XCalls, posts: SearchTarget[]): Promise<SearchTarget[]> {
    const unknown = posts.filter(({ facts }) => !facts)
    const ids = unknown.map(({ id }) => id)
    const withAuthor = unknown.some(({ userId }) => userId === null)
    const reply = ids.length > 0 ? await step(unknown, () => calls.posts(ids, withAuthor)) : null
    const lookedUp = reply ? readLookup(reply.reply) : null
    const known = posts.flatMap((post): SearchTarget[] => {
      if (post.facts) return [post]
      const shown = lookedUp?.find((one) => isVersionOf(one, post))
      const facts = shown && reply && factsTold(shown, reply)
      const userId = post.userId ?? shown?.author_id ?? null
      if (facts && userId !== null) return [{ ...post, facts, userId }]
      return reply ? markUnsearched([post], 'failed') : []
    })
    return keepUnless(known, (post) => {
      const latest = latestOf(post)
      return post.facts?.unfit ?? (latest !== post.id && isYoung(latest) ? 'edited' : null)
    })
  }

  /** The posts that have a control; `at` is when the earliest was shown. */
  async function withControl(posts: readonly SearchTarget[], since: number) {
    const near: SearchTarget[] = []
    let earliest = Infinity
    let asked = 0
    // The verdict's posts first, so that those of the list never use up its controls.
    const ordered = inOrder(posts).toSorted((a, b) => rankOf(a) - rankOf(b))
    for (const post of ordered) {
      const [endpoint, made] = [endpointOf(post), madeOf(post)]
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
      if (shown && shown.at === null) markUnsearched([post], 'no_control')
      if (!shown || shown.at === null) continue
      near.push(post)
      earliest = Math.min(earliest, shown.at)
    }
    return { posts: near, at: earliest }
  }

  async function searchAgain(calls: XCalls, posts: SearchTarget[], missedAt: number): Promise<void> {
    let open = (await withControl(await lookUp(calls, posts), missedAt - CONTROL_MS)).posts
    for (const [index, { form, afterMs }] of REPEATS.entries()) {
      const waited =
        open.length > 0 &&
        (await step(open, async () => (await pause(Math.max(0, missedAt + afterMs - now()), signal), true)))
      if (!waited) return
      // The first may be the first to ask by the author's number, or for the newest version.
      const isRepeated = index > 0 || open.every((post) => posts.includes(post))
      open = await searchAll(calls, open, form, isRepeated)
    }
    const time = now()
    const { posts: missing, at } = await withControl(open, time)
    for (const { id } of missing) found.set(id, { found: false, time, control: at })
  }

  const afford = (posts: readonly SearchTarget[], micros: number, work: (calls: XCalls) => Promise<void>) =>
    step(posts, () => budget(caller, micros, (pay) => work(callsFor(pay, caller))))

  let missing: SearchTarget[] = []
  await afford(targets, maxCostOfFirst(targets), async (calls) => {
    missing = await searchAll(calls, targets, 'ids', false)
  })
  const missedAt = now()
  const certain = keepUnless(missing, ({ isCertain }) => (isCertain ? null : 'no_author'))
  const open = keepUnless(certain, ({ id }) => (isYoung(id) ? 'too_young' : null))
  if (open.length === 0) return
  await afford(open, maxCostOfRepeats(open), (calls) => searchAgain(calls, open, missedAt))
}

/** Null where X accepted neither generation of names. */
function factsTold(post: XPost, { told }: ToldReply): Facts | null {
  if (!told.facts) return null
  const isFixed = (madeAt(post.id) ?? 0) < EDITABLE_SINCE
  return factsOf(post, versionsIn(post) ?? (isFixed ? [post.id] : null))
}

const allIdsOf = (post: XPost): string[] => [post.id, ...(versionsIn(post) ?? [])]

function isVersionOf(shown: XPost, post: SearchTarget): boolean {
  const ids = knownIds(post)
  return allIdsOf(shown).some((one) => ids.includes(one))
}
