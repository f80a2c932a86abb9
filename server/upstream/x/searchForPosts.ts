import type { Reason } from '../../../contract/wire.ts'
import type { Cause, XPart } from '../../../contract/reasons.ts'
import { PRICES_MICROS } from './budget.ts'
import { LOOKUP_COST_POSTS, clampSearchResults, searchQueryFor } from './client/calls.ts'
import type { XCalls } from './client/calls.ts'
import type { Context } from './context.ts'
import { CONTROL_VALID_MS } from './control.ts'
import type { Control } from './control.ts'
import { readLookupReply, readSearchReply, resultOrReason, versionIdsOf } from './replies.ts'
import type { SearchEndpoint, XPost } from './replies.ts'
import {
  INDEXED_AGE_MIN_MS,
  RECENT_SEARCH_MS,
  addToAnswer,
  postFactsOf,
  keptOfHit,
  knownPostIds,
  creationTimeOfId,
  quotedIdIfTold,
  unsearchedBecause,
} from './verdict/post.ts'
import type { PostAuthor, PostFacts, PostRecord } from './verdict/post.ts'

/** A post whose author is known, so that it can be searched for. */
export type SearchablePost = PostRecord & { author: PostAuthor }

/** The work on one batch of posts. Each step writes what it finds out into their records; `answer` is called when no later step looks at one. */
type BatchSearch = Context & {
  unanswered: Set<SearchablePost>
  answer: (post: SearchablePost) => void
}

/** Searches that repeat the first one, by ids or times, at least so long after it. */
const REPEATS = [
  { form: 'times', afterMs: 5000 },
  { form: 'ids', afterMs: 10_000 },
  { form: 'times', afterMs: 10_000 },
] satisfies { form: Form; afterMs: number }[]
/** Controls asked for before the repeats, and after them: posts far apart each need their own. */
const CONTROLS_MAX = 8
const LISTED_SINCE_MAX_MS = 5 * 60_000
/** Posts from before X let posts be edited, in September 2022, have one version. */
const EDITABLE_SINCE = Date.UTC(2022, 8, 1)

const maxCostOfFirst = (posts: readonly SearchablePost[]): number => {
  const single = posts.filter(({ neighbours }) => !neighbours)
  const neighbours = posts.find((post) => post.neighbours)?.neighbours
  const each = single.reduce((sum, post) => sum + (paysReferences(post) ? 2 : 1), 0)
  // Posts that share a window are searched for one by one if replies crowd the window.
  const listed = posts.length - single.length
  return (
    (each + (neighbours ? clampSearchResults(windowResultsMax(neighbours)) + listed : 0)) * PRICES_MICROS.post
  )
}
const maxCostOfRepeats = (posts: readonly SearchablePost[]): number =>
  posts.reduce(
    (sum, post) =>
      sum + (post.facts?.isComplete ? 1 : LOOKUP_COST_POSTS + 1) + (paysReferences(post) ? 1 : 0),
    0,
  ) * PRICES_MICROS.post

/**
 * Writes what X's search says into the record of each post. A post is missed only if four searches missed it, X returned all results, and a
 * control near in time was shown before and after. Everything else gives a reason, but the signal's abort, which it throws.
 */
export async function searchForPosts(
  context: Context,
  posts: readonly SearchablePost[],
  answer: (post: SearchablePost) => void,
): Promise<void> {
  const run: BatchSearch = { ...context, unanswered: new Set(posts), answer }
  const afford = (micros: number, posts: readonly SearchablePost[], work: (calls: XCalls) => Promise<void>) =>
    step(run, posts, () => run.spend(run, micros, work))

  // 1. Search each window once.
  let missing: SearchablePost[] = []
  await afford(maxCostOfFirst(posts), posts, async (calls) => {
    missing = await searchAll(run, calls, posts, { form: 'ids', isRepeated: false })
  })
  const missedAt = run.now()
  // 2. Leave out what cannot count as missing.
  const open = keepUnless(run, missing, ({ id }) => (isYoung(run, id) ? 'too_young' : null))
  answerAllBut(run, open)
  if (open.length === 0) return
  // 3. Look up, find controls, repeat the search, find controls again.
  await afford(maxCostOfRepeats(open), open, (calls) => confirmMissing(run, calls, open, missedAt))
  answerAllBut(run, [])
}

async function confirmMissing(run: BatchSearch, calls: XCalls, posts: SearchablePost[], missedAt: number) {
  const { now, pause } = run
  const known = await lookUpPosts(run, calls, posts)
  let open = [...(await findControls(run, known, missedAt - CONTROL_VALID_MS)).keys()]
  for (const [index, { form, afterMs }] of REPEATS.entries()) {
    answerAllBut(run, open)
    if (open.length === 0) return
    const wait = () => pause(Math.max(0, missedAt + afterMs - now()), run.signal)
    const hasWaited = await step(run, open, async () => (await wait(), true))
    if (!hasWaited) return
    // The first may be the first to ask by the author's number, or for the newest version.
    const isRepeated = index > 0 || !open.some(({ isLookedUp }) => isLookedUp)
    open = await searchAll(run, calls, open, { form, isRepeated })
  }
  const time = now()
  for (const [post, { at, hoursLater }] of await findControls(run, open, time)) {
    addToAnswer(post, { search: { found: false, time, control: at, controlHours: hoursLater } })
  }
}

const answerAllBut = (run: BatchSearch, open: readonly SearchablePost[]) =>
  answerEach(
    run,
    [...run.unanswered].filter((post) => !open.includes(post)),
  )

/** Answers posts that no later step looks at. */
function answerEach({ unanswered, answer }: BatchSearch, posts: Iterable<SearchablePost>): void {
  for (const post of posts) if (unanswered.delete(post)) answer(post)
}

const isOpen = ({ answer }: SearchablePost) => !answer.search?.found

/** Returns an empty list, so that a caller can return it as the posts that are still missing. */
function markUnsearched(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  reason: Reason,
): SearchablePost[] {
  const search = unsearchedBecause(reason, run.now())
  for (const post of posts) if (isOpen(post)) addToAnswer(post, { search })
  return []
}

/** If `work` fails, marks the posts as unsearched with the reason and returns null. `part` is the part of X that `work` asks. */
async function step<T>(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  work: () => Promise<T>,
  part: XPart = 'search',
): Promise<T | null> {
  const { result, reason } = await resultOrReason(part, run, work)
  if (reason) markUnsearched(run, posts, reason)
  return result
}

function keepUnless(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  causeOf: (post: SearchablePost) => Cause | null,
): SearchablePost[] {
  return posts.filter((post) => {
    const cause = causeOf(post)
    if (cause) markUnsearched(run, [post], { cause })
    return !cause
  })
}
const LOOKUP_FAILED: Reason = { cause: 'failed', part: 'posts' }
const isYoung = ({ now }: BatchSearch, id: string) => now() - (creationTimeOfId(id) ?? 0) < INDEXED_AGE_MIN_MS
/** Whether the post may have got a new id since X listed it: that was a check or a kept list ago, and X lets posts be edited for an hour. */
const mayBeEdited = ({ now }: BatchSearch, id: string) =>
  now() - (creationTimeOfId(id) ?? 0) < INDEXED_AGE_MIN_MS + LISTED_SINCE_MAX_MS

/** Asks X for what it has not told of the posts yet. Returns those whose miss is evidence. */
async function lookUpPosts(
  run: BatchSearch,
  calls: XCalls,
  posts: SearchablePost[],
): Promise<SearchablePost[]> {
  const isTold = ({ id, facts }: SearchablePost) => facts?.isComplete === true && !mayBeEdited(run, id)
  const unknown = posts.filter((post) => !isTold(post))
  const ids = unknown.map(({ id }) => id)
  const ask = () => calls.posts(ids)
  const reply = ids.length > 0 ? await step(run, unknown, ask, 'posts') : null
  const lookedUp = reply && readLookupReply(reply.reply)
  const known = posts.flatMap((post): SearchablePost[] => {
    if (isTold(post)) return [post]
    if (!reply) return []
    if (!lookedUp) return markUnsearched(run, [post], LOOKUP_FAILED)
    const shown = lookedUp.posts.find((one) => isVersionOf(one, post))
    if (!shown) {
      const cause = lookedUp.whyMissing(knownPostIds(post))
      return markUnsearched(run, [post], cause ? { cause } : LOOKUP_FAILED)
    }
    const { userId: knownId } = post.author
    const userId = knownId ?? shown.author_id ?? null
    const facts = userId === null ? null : factsTold(shown, reply.told.references, userId)
    const { authorName: named, authorWithheldIn } = shown
    const withheldIn = [...new Set([...authorWithheldIn, ...(shown.withheld?.country_codes ?? [])])]
    if (named !== undefined) addToAnswer(post, { namedAuthor: named })
    if (withheldIn.length > 0) addToAnswer(post, { withheldIn })
    // A repost's author is not the one whom oEmbed names.
    if (facts?.notIndexable === 'repost') return markUnsearched(run, [post], { cause: 'repost' })
    // Of a pasted post only oEmbed has named the author so far: X must name the same.
    const authorName = knownId === null ? named?.toLowerCase() : accountOf(post)
    if (!facts || authorName === undefined) return markUnsearched(run, [post], LOOKUP_FAILED)
    if (authorName !== accountOf(post)) return markUnsearched(run, [post], { cause: 'other_author' })
    const isWithheld = post.author.isWithheld || authorWithheldIn.length > 0
    post.author = { ...post.author, userId, isWithheld }
    return [
      Object.assign(post, { facts, quoted: quotedIdIfTold(shown, reply.told.references), isLookedUp: true }),
    ]
  })
  return keepUnless(run, known, (post) => {
    const latest = latestIdOf(post)
    const kind = post.facts?.notIndexable ?? (post.author.isWithheld ? 'withheld' : null)
    return kind ?? (latest !== post.id && isYoung(run, latest) ? 'edited' : null)
  })
}

/** The posts that have a control shown at `since` or later, each with its control. */
async function findControls(run: BatchSearch, posts: readonly SearchablePost[], since: number) {
  const controls = new Map<SearchablePost, Control>()
  const left = { searches: CONTROLS_MAX }
  // The verdict's posts first, so that those of the list never use up its controls.
  const ordered = sortedById(posts).toSorted((a, b) => rankOf(a) - rankOf(b))
  for (const post of ordered) {
    const together = ordered.filter((one) => endpointOf(run, one) === endpointOf(run, post))
    const latest = Math.max(...together.map(creationTimeOf))
    const found = await step(run, [post], () => findControl(run, post, { since, latest, left }))
    if (typeof found === 'string') markUnsearched(run, [post], { cause: found })
    else if (found) controls.set(post, found)
  }
  return controls
}
const rankOf = ({ source }: SearchablePost) => (source === 'timeline' || source === 'span_search' ? 0 : 1)

type WantedControl = { since: number; latest: number; left: { searches: number } }

/** The control of a post, or why there is none. */
async function findControl(
  run: BatchSearch,
  post: SearchablePost,
  { since, latest, left }: WantedControl,
): Promise<Control | 'no_control' | 'control_limit'> {
  const { control } = run
  const [endpoint, made] = [endpointOf(run, post), creationTimeOf(post)]
  const known = () => control.known(endpoint, made, since, accountOf(post))
  const before = known()
  if (before) return before
  if (Number.isNaN(made)) return 'no_control'
  if (left.searches === 0) return 'control_limit'
  left.searches--
  await control.near(endpoint, made, since, run, latest)
  return known() ?? 'no_control'
}

/** Null if X did not tell all that decides whether a miss of the post is evidence. */
function factsTold(post: XPost, referencesTold: boolean, userId: string): PostFacts | null {
  const isFixed = (creationTimeOfId(post.id) ?? 0) < EDITABLE_SINCE
  const versions = versionIdsOf(post) ?? (isFixed ? [post.id] : null)
  const facts = postFactsOf(post, referencesTold, { versions, userId })
  return facts?.isComplete ? facts : null
}

const endpointOf = ({ now }: BatchSearch, post: SearchablePost): SearchEndpoint =>
  now() - creationTimeOf(post) <= RECENT_SEARCH_MS ? 'search' : 'search_all'

const accountOf = ({ author }: SearchablePost) => author.name.toLowerCase()

/** With the current names X tells what a post quotes at the price of the quoted post. A timeline has told it already. */
const paysReferences = ({ source, answer }: SearchablePost): boolean =>
  source === 'url' && answer.seen?.mayQuote === true

/** Whether a window is searched by the ids of its posts or by their times. */
type Form = 'ids' | 'times'

type WindowSearchOptions = { form: Form; isRepeated: boolean; isAlone?: boolean }

const SEARCH_FAILED: Reason = { cause: 'failed', part: 'search' }

async function searchAll(
  run: BatchSearch,
  calls: XCalls,
  posts: readonly SearchablePost[],
  options: WindowSearchOptions,
) {
  const windows = searchWindowsOf(posts, (post) => endpointOf(run, post))
  const searches = windows.map(async (window) => {
    const missing = await searchWindow(run, calls, window, posts, options)
    answerEach(
      run,
      window.filter(({ answer }) => answer.search?.found),
    )
    return missing
  })
  return (await Promise.all(searches)).flat().filter(isOpen)
}

/** Returns the posts of a window that are missing although X returned all results. What it shows of the other `posts` is found, too. */
async function searchWindow(
  run: BatchSearch,
  calls: XCalls,
  window: SearchablePost[],
  posts: readonly SearchablePost[],
  options: WindowSearchOptions,
): Promise<SearchablePost[]> {
  const { form, isRepeated, isAlone = false } = options
  const [post] = window
  const ids = endIdsOfWindow(window)
  const within = form === 'ids' ? ids && { ids } : timesOfWindow(window)
  if (!post || !ids || !within) return markUnsearched(run, window, SEARCH_FAILED)
  const { control } = run
  const endpoint = endpointOf(run, post)
  const query = searchQueryFor(post.author)
  const references = window.some(paysReferences)
  const most = post.neighbours && !isAlone ? windowResultsMax(post.neighbours) : 1
  const reply = await step(run, window, () => calls.search({ endpoint, query, within, most, references }))
  if (!reply) return []
  const answer = readSearchReply(reply.reply)
  if (!answer) return markUnsearched(run, window, SEARCH_FAILED)
  control.note(endpoint, answer.posts)
  noteHits(run, posts, answer.posts, reply.told.references)
  const missing = window.filter(isOpen)
  if (isRepeated && missing.length < window.length) control.noteContradiction(endpoint, accountOf(post))
  if (answer.whole) return missing
  if (window.length === 1 || answer.next === undefined)
    return markUnsearched(run, missing, { cause: 'partial' })
  // Replies, which are not listed, crowd the window.
  const alone = { ...options, isAlone: true }
  await Promise.all(missing.map((one) => searchWindow(run, calls, [one], posts, alone)))
  return missing.filter(({ answer }) => !answer.search)
}

function noteHits(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  shown: readonly XPost[],
  referencesTold: boolean,
): void {
  for (const post of posts) {
    const hit = shown.find((one) => isVersionOf(one, post))
    if (!hit) continue
    addToAnswer(post, { search: { found: true, time: run.now() }, ...keptOfHit(hit) })
    // An answer about another post may not tell what this one quotes.
    const quoted = quotedIdIfTold(hit, referencesTold)
    if (quoted !== undefined) post.quoted = quoted
  }
}

const allIdsOf = (post: XPost): string[] => [post.id, ...(versionIdsOf(post) ?? [])]

function isVersionOf(shown: XPost, post: SearchablePost): boolean {
  const ids = knownPostIds(post)
  return allIdsOf(shown).some((one) => ids.includes(one))
}

/** Groups posts into windows that one search covers: neighbours in a listing together, every other post by itself. No window costs other posts. */
export function searchWindowsOf(
  posts: readonly SearchablePost[],
  endpointOf: (post: SearchablePost) => SearchEndpoint,
): SearchablePost[][] {
  const windows = posts.filter(({ neighbours }) => !neighbours).map((post) => [post])
  const listed = posts.filter(({ neighbours }) => neighbours)
  for (const [, group] of Map.groupBy(listed, (post) =>
    [endpointOf(post), searchQueryFor(post.author), post.source === 'list'].join(' '),
  )) {
    const own = new Map(group.flatMap((post) => knownPostIds(post).map((id) => [id, post])))
    let run = new Set<SearchablePost>()
    for (const id of [...(group[0]?.neighbours ?? []).toSorted(byId), '']) {
      const post = own.get(id)
      if (post) run.add(post)
      else {
        if (run.size > 0) windows.push(sortedById([...run]))
        run = new Set()
      }
    }
  }
  return windows
}

/** X may return more posts than the listing holds. */
const windowResultsMax = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

const latestIdOf = ({ id, facts }: PostRecord): string => facts?.versions.at(-1) ?? id

const creationTimeOf = (post: PostRecord): number => creationTimeOfId(latestIdOf(post)) ?? Number.NaN

const byId = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1)

const sortedById = <One extends PostRecord>(posts: readonly One[]) =>
  posts.toSorted((a, b) => byId(latestIdOf(a), latestIdOf(b)))

export function endIdsOfWindow(window: readonly PostRecord[]) {
  const [first, last] = [window[0], window.at(-1)]
  return first && last ? { first: latestIdOf(first), last: latestIdOf(last) } : null
}

function timesOfWindow(window: readonly PostRecord[]) {
  const [first, last] = [window[0], window.at(-1)]
  const [from, to] = [first ? creationTimeOf(first) : Number.NaN, last ? creationTimeOf(last) : Number.NaN]
  if (Number.isNaN(from) || Number.isNaN(to)) return null
  return { times: { from: Math.floor(from / 1000) * 1000, to: (Math.floor(to / 1000) + 1) * 1000 } }
}
