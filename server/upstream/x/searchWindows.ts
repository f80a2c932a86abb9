import type { Reason } from '../../../contract/wire.ts'
import type { XPart } from '../../../contract/reasons.ts'
import type { XCalls } from './client/calls.ts'
import { resultOrReason, readSearchReply, versionIdsOf } from './replies.ts'
import type { SearchEndpoint, XPost } from './replies.ts'
import type { Context } from './context.ts'
import {
  knownPostIds,
  creationTimeOfId,
  RECENT_SEARCH_MS,
  addToAnswer,
  quotedIdIfTold,
  unsearchedBecause,
} from './verdict/post.ts'
import type { PostAuthor, PostRecord } from './verdict/post.ts'

/** A post whose author is known, so that it can be searched for. */
export type SearchablePost = PostRecord & { author: PostAuthor }

/** The work on one batch of posts. Each step writes what it finds out into their records; `answer` is called when no later step looks at one. */
export type BatchSearch = Context & {
  unanswered: Set<SearchablePost>
  answer: (post: SearchablePost) => void
}

/** Answers posts that no later step looks at. */
export function answerEach({ unanswered, answer }: BatchSearch, posts: Iterable<SearchablePost>): void {
  for (const post of posts) if (unanswered.delete(post)) answer(post)
}

const isOpen = ({ answer }: SearchablePost) => !answer.search?.found

/** Returns an empty list, so that a caller can return it as the posts that are still missing. */
export function markUnsearched(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  reason: Reason,
): SearchablePost[] {
  const search = unsearchedBecause(reason, run.now())
  for (const post of posts) if (isOpen(post)) addToAnswer(post, { search })
  return []
}

/** If `work` fails, marks the posts as unsearched with the reason and returns null. `part` is the part of X that `work` asks. */
export async function step<T>(
  run: BatchSearch,
  posts: readonly SearchablePost[],
  work: () => Promise<T>,
  part: XPart = 'search',
): Promise<T | null> {
  const { result, reason } = await resultOrReason(part, run, work)
  if (reason) markUnsearched(run, posts, reason)
  return result
}

export const endpointOf = ({ now }: BatchSearch, post: SearchablePost): SearchEndpoint =>
  now() - creationTimeOf(post) <= RECENT_SEARCH_MS ? 'search' : 'search_all'

export const accountOf = ({ author }: SearchablePost) => author.name.toLowerCase()

/** With the current names X tells what a post quotes at the price of the quoted post. A timeline has told it already. */
export const paysReferences = ({ source, answer }: SearchablePost): boolean =>
  source === 'url' && answer.seen?.mayQuote === true

/** Whether a window is searched by the ids of its posts or by their times. */
export type Form = 'ids' | 'times'

type WindowSearchOptions = { form: Form; isRepeated: boolean; isAlone?: boolean }

const SEARCH_FAILED: Reason = { cause: 'failed', part: 'search' }

export async function searchAll(
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
    addToAnswer(post, {
      search: { found: true, time: run.now() },
      ...(hit.withheld && { withheldIn: hit.withheld.country_codes }),
    })
    // An answer about another post may not tell what this one quotes.
    const quoted = quotedIdIfTold(hit, referencesTold)
    if (quoted !== undefined) post.quoted = quoted
  }
}

const allIdsOf = (post: XPost): string[] => [post.id, ...(versionIdsOf(post) ?? [])]

export function isVersionOf(shown: XPost, post: SearchablePost): boolean {
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

/**
 * Posts are looked for by the author's name and number, since old posts may be indexed under a former name. Without filters: X's `-is:reply` also hides posts that
 * begin with @name and answer nothing.
 */
export function searchQueryFor({ name, userId }: PostAuthor): string {
  if (userId === null) return `from:${name}`
  return isNumber(name) ? `from:${userId}` : `(from:${name} OR from:${userId})`
}

/** X takes a name of digits alone for an account's number. */
const isNumber = (name: string) => /^[0-9]+$/.test(name)

/** X may return more posts than the listing holds. */
export const windowResultsMax = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

export const latestIdOf = ({ id, facts }: PostRecord): string => facts?.versions.at(-1) ?? id

export const creationTimeOf = (post: PostRecord): number => creationTimeOfId(latestIdOf(post)) ?? Number.NaN

const byId = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1)

export const sortedById = <One extends PostRecord>(posts: readonly One[]) =>
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
