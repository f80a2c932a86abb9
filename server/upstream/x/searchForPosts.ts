import type { UnsearchedReason } from '../../../contract/evidence.ts'
import type { Caller } from '../Upstream.ts'
import { PRICES } from './budget.ts'
import type { Budget, Pay } from './budget.ts'
import type { XCalls } from './client/calls.ts'
import type { XEndpoints } from './client/client.ts'
import { LOOKUP_COST_POSTS, resultsFor } from './client/endpoints.ts'
import type { SearchEndpoint } from './client/endpoints.ts'
import { reasonOfFailure } from './client/replies.ts'
import type { Pause } from '../sharing.ts'
import { quotedIn, readLookup, readSearch, versionsIn } from './schemas.ts'
import type { XPost } from './schemas.ts'
import { CONTROL_MS } from './control.ts'
import type { Control } from './control.ts'
import { RECENT_MS, YOUNGEST_MS, factsOf, knownIds, madeAt } from './verdict/post.ts'
import type { Facts, SearchOutcome } from './verdict/post.ts'
import {
  idsOf,
  inOrder,
  isBetween,
  latestOf,
  madeOf,
  maxResults,
  queryFor,
  timesOf,
  windowsOf,
} from './verdict/windows.ts'
import type { SearchTarget } from './verdict/windows.ts'

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
/** Posts from before X let posts be edited, in September 2022, have one version. */
const EDITABLE_SINCE = Date.UTC(2022, 8, 1)

const rankOf = ({ listing }: SearchTarget) => (listing?.isOriginals ? 0 : 1)

const maxCostOfFirst = (posts: readonly SearchTarget[]): number => {
  const single = posts.filter(({ listing }) => !listing)
  const listing = posts.find(({ listing }) => listing)?.listing
  const each = single.reduce((sum, { paysReferences }) => sum + (paysReferences ? 2 : 1), 0)
  // What lies together is searched for one by one if replies crowd its window.
  const listed = posts.length - single.length
  return (each + (listing ? resultsFor(maxResults([...listing.ids])) + listed : 0)) * PRICES.post
}
const maxCostOfRepeats = (posts: readonly SearchTarget[]): number =>
  posts.reduce(
    (sum, { facts, paysReferences }) =>
      sum + (facts?.isComplete ? 1 : LOOKUP_COST_POSTS + 1) + (paysReferences ? 1 : 0),
    0,
  ) * PRICES.post

/** The work on one batch of posts: every step writes what it finds out into `found`. */
type Run = { tools: XTools; caller: Caller; found: Map<string, SearchOutcome> }

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
  const run: Run = { tools, caller, found }
  const afford = (posts: readonly SearchTarget[], micros: number, work: (calls: XCalls) => Promise<void>) =>
    step(run, posts, () => tools.budget(caller, micros, (pay) => work(tools.callsFor(pay, caller))))

  // 1. Search each window once.
  let missing: SearchTarget[] = []
  await afford(targets, maxCostOfFirst(targets), async (calls) => {
    missing = await searchAll(run, calls, targets, { form: 'ids', isRepeated: false })
  })
  const missedAt = tools.now()
  // 2. Leave out what cannot count as missing.
  const certain = keepUnless(run, missing, ({ isCertain }) => (isCertain ? null : 'no_author'))
  const open = keepUnless(run, certain, ({ id }) => (isYoung(run, id) ? 'too_young' : null))
  if (open.length === 0) return
  // 3. Look up, find controls, repeat the search, find controls again.
  await afford(open, maxCostOfRepeats(open), (calls) => confirmMissing(run, calls, open, missedAt))
}

async function confirmMissing(run: Run, calls: XCalls, posts: SearchTarget[], missedAt: number) {
  const { now, pause } = run.tools
  const known = await lookUp(run, calls, posts)
  let open = (await findControls(run, known, missedAt - CONTROL_MS)).posts
  for (const [index, { form, afterMs }] of REPEATS.entries()) {
    if (open.length === 0) return
    const wait = () => pause(Math.max(0, missedAt + afterMs - now()), run.caller.signal)
    const hasWaited = await step(run, open, async () => (await wait(), true))
    if (!hasWaited) return
    // The first may be the first to ask by the author's number, or for the newest version.
    const isRepeated = index > 0 || open.every((post) => posts.includes(post))
    open = await searchAll(run, calls, open, { form, isRepeated })
  }
  const time = now()
  const { posts: missing, at } = await findControls(run, open, time)
  for (const { id } of missing) run.found.set(id, { found: false, time, control: at })
}

const isOpen = ({ found }: Run, { id }: SearchTarget) => !found.get(id)?.found

/** Returns no posts, as what is left of them. */
function markUnsearched(run: Run, posts: readonly SearchTarget[], reason: UnsearchedReason): SearchTarget[] {
  const time = run.tools.now()
  for (const post of posts) if (isOpen(run, post)) run.found.set(post.id, { found: null, reason, time })
  return []
}

function keepUnless(
  run: Run,
  posts: readonly SearchTarget[],
  reasonOf: (post: SearchTarget) => UnsearchedReason | null,
): SearchTarget[] {
  return posts.filter((post) => {
    const reason = reasonOf(post)
    if (reason) markUnsearched(run, [post], reason)
    return !reason
  })
}

const SEARCH = { failed: 'failed', limited: 'limited', operator: 'operator' } as const
const LOOKUP = {
  failed: 'lookup_failed',
  limited: 'lookup_limited',
  operator: 'lookup_operator',
} as const

/** If the work fails, the posts are left with the reason, and it returns null. `reasons` are those of the part of X that it asks. */
async function step<T>(
  run: Run,
  posts: readonly SearchTarget[],
  work: () => Promise<T>,
  reasons: Parameters<typeof reasonOfFailure<UnsearchedReason>>[1] = SEARCH,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    run.caller.signal.throwIfAborted()
    markUnsearched(run, posts, reasonOfFailure(error, reasons))
    return null
  }
}

const endpointOf = ({ tools }: Run, post: SearchTarget): SearchEndpoint =>
  tools.xNow() - madeOf(post) <= RECENT_MS ? 'search' : 'search_all'
const isYoung = ({ tools }: Run, id: string) => tools.xNow() - (madeAt(id) ?? 0) < YOUNGEST_MS
const authorOf = ({ name }: SearchTarget) => name.toLowerCase()

type Look = { form: Form; isRepeated: boolean }

async function searchAll(run: Run, calls: XCalls, posts: readonly SearchTarget[], look: Look) {
  const windows = windowsOf(posts, (post) => endpointOf(run, post))
  const searches = windows.map((window) => searchWindow(run, calls, window, posts, look))
  return (await Promise.all(searches)).flat().filter((post) => isOpen(run, post))
}

/** Returns the posts of a window that are missing although X returned all results. What it shows of the other `posts` is found, too. */
async function searchWindow(
  run: Run,
  calls: XCalls,
  window: SearchTarget[],
  posts: readonly SearchTarget[],
  look: Look,
): Promise<SearchTarget[]> {
  const [post] = window
  const ids = idsOf(window)
  const within = look.form === 'ids' ? ids && { ids } : timesOf(window)
  if (!post || !ids || !within) return markUnsearched(run, window, 'failed')
  const { control } = run.tools
  const { listing } = post
  const endpoint = endpointOf(run, post)
  const query = queryFor(post)
  const references = window.some(({ paysReferences }) => paysReferences)
  const most = listing ? maxResults([...listing.ids]) : 1
  const reply = await step(run, window, () => calls.search({ endpoint, query, within, most, references }))
  if (!reply) return []
  const answer = readSearch(reply.reply)
  if (!answer) return markUnsearched(run, window, 'failed')
  control.note(endpoint, answer.posts, query)
  noteHits(run, posts, answer.posts, reply.told.references)
  const missing = window.filter((one) => isOpen(run, one))
  if (look.isRepeated && missing.length < window.length) control.noteContradiction(endpoint, authorOf(post))
  // Search showed what the timeline did not list. By times a window holds whole seconds, and so what lies beside its posts.
  const hasUnlisted =
    listing !== null &&
    !listing.isOriginals &&
    answer.posts
      .map(allIdsOf)
      .some((all) => all.some((id) => isBetween(id, ids)) && !all.some((id) => listing.ids.has(id)))
  if (answer.whole && !hasUnlisted) return missing
  if (window.length === 1 || answer.next === undefined) return markUnsearched(run, missing, 'partial')
  // Replies, which are not listed, crowd the window.
  const alone = missing.map((one) => searchWindow(run, calls, [{ ...one, listing: null }], posts, look))
  await Promise.all(alone)
  return missing.filter((one) => !run.found.has(one.id))
}

function noteHits(run: Run, posts: readonly SearchTarget[], shown: readonly XPost[], namesQuotes: boolean) {
  for (const post of posts) {
    const hit = shown.find((one) => isVersionOf(one, post))
    const before = run.found.get(post.id)
    // An answer about another post may not tell what this one quotes.
    if (!hit || (before?.found && before.quoted !== undefined)) continue
    const quoted = quotedIn(hit) ?? (namesQuotes ? null : undefined)
    run.found.set(post.id, { found: true, time: run.tools.now(), quoted })
  }
}

/** Asks X for what it has not told of the posts yet. Returns those whose miss is evidence. */
async function lookUp(run: Run, calls: XCalls, posts: SearchTarget[]): Promise<SearchTarget[]> {
  const unknown = posts.filter(({ facts }) => !facts?.isComplete)
  const ids = unknown.map(({ id }) => id)
  const ask = () => calls.posts(ids)
  const reply = ids.length > 0 ? await step(run, unknown, ask, LOOKUP) : null
  const lookedUp = reply && readLookup(reply.reply)
  const known = posts.flatMap((post): SearchTarget[] => {
    if (post.facts?.isComplete) return [post]
    if (!reply) return []
    if (!lookedUp) return markUnsearched(run, [post], 'lookup_failed')
    const shown = lookedUp.find((one) => isVersionOf(one, post))
    if (!shown) return markUnsearched(run, [post], 'absent')
    const userId = post.userId ?? shown.author_id ?? null
    const facts = userId === null ? null : factsTold(shown, reply.told.references, userId)
    return facts ? [{ ...post, facts, userId }] : markUnsearched(run, [post], 'not_told')
  })
  return keepUnless(run, known, (post) => {
    const latest = latestOf(post)
    return post.facts?.unfit ?? (latest !== post.id && isYoung(run, latest) ? 'edited' : null)
  })
}

/** The posts that have a control shown at `since` or later; `at` is when the earliest was shown. */
async function findControls(run: Run, posts: readonly SearchTarget[], since: number) {
  const { control } = run.tools
  const near: SearchTarget[] = []
  let earliest = Infinity
  let asked = 0
  // The verdict's posts first, so that those of the list never use up its controls.
  const ordered = inOrder(posts).toSorted((a, b) => rankOf(a) - rankOf(b))
  for (const post of ordered) {
    const [endpoint, made] = [endpointOf(run, post), madeOf(post)]
    const latest = Math.max(...ordered.filter((one) => endpointOf(run, one) === endpoint).map(madeOf))
    const known = () => control.known(endpoint, made, since, authorOf(post))
    let isOverLimit = false
    const shown = await step(run, [post], async () => {
      if (known() !== null || Number.isNaN(made)) return { at: known() }
      isOverLimit = asked >= CONTROLS_MAX
      if (!isOverLimit) {
        asked++
        await control.near(endpoint, made, since, run.caller, latest)
      }
      return { at: known() }
    })
    if (shown && shown.at === null) {
      markUnsearched(run, [post], isOverLimit ? 'control_limit' : 'no_control')
    }
    if (!shown || shown.at === null) continue
    near.push(post)
    earliest = Math.min(earliest, shown.at)
  }
  return { posts: near, at: earliest }
}

/** Null if X did not tell all that decides whether a miss of the post is evidence. */
function factsTold(post: XPost, referencesTold: boolean, userId: string): Facts | null {
  const isFixed = (madeAt(post.id) ?? 0) < EDITABLE_SINCE
  const versions = versionsIn(post) ?? (isFixed ? [post.id] : null)
  const facts = factsOf(post, referencesTold, { versions, userId })
  return facts?.isComplete ? facts : null
}

const allIdsOf = (post: XPost): string[] => [post.id, ...(versionsIn(post) ?? [])]

function isVersionOf(shown: XPost, post: SearchTarget): boolean {
  const ids = knownIds(post)
  return allIdsOf(shown).some((one) => ids.includes(one))
}
