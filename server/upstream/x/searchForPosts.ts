import type { Reason } from '../../../contract/wire.ts'
import type { Cause } from '../../../contract/reasons.ts'
import { PRICES_MICROS } from './budget.ts'
import { LOOKUP_COST_POSTS, clampSearchResults } from './client/calls.ts'
import type { XCalls } from './client/calls.ts'
import type { Context } from './context.ts'
import { CONTROL_VALID_MS } from './control.ts'
import type { Control } from './control.ts'
import { readLookupReply, versionIdsOf } from './replies.ts'
import type { XPost } from './replies.ts'
import {
  sortedById,
  latestIdOf,
  creationTimeOf,
  windowResultsMax,
  paysReferences,
  answerEach,
  markUnsearched,
  step,
  endpointOf,
  accountOf,
  searchAll,
  isVersionOf,
} from './searchWindows.ts'
import type { SearchablePost, BatchSearch, Form } from './searchWindows.ts'
import {
  INDEXED_AGE_MIN_MS,
  addToAnswer,
  postFactsOf,
  knownPostIds,
  creationTimeOfId,
  quotedIdIfTold,
} from './verdict/post.ts'
import type { PostFacts } from './verdict/post.ts'

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
