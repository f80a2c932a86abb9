import type { Reason } from '../../../contract/evidence.ts'
import { causeRow } from '../../../contract/reasons.ts'
import type { Caller } from '../Upstream.ts'
import { createQueue } from '../queue.ts'
import type { Queue } from '../queue.ts'
import { createBatcher, createSingleFlight } from '../sharing.ts'
import type { AnswerCache } from '../sharing.ts'
import type { EndpointClient } from './client/client.ts'
import { toReason } from './client/replies.ts'
import { LoggedOutView, readOembedReply } from './schemas.ts'
import { searchForPosts } from './searchForPosts.ts'
import type { XTools } from './searchForPosts.ts'
import {
  PostRecord,
  isListedByX,
  toLoggedOutRecord,
  unsearchedBecause,
  withSharedAnswer,
} from './verdict/post.ts'
import type { LoggedOutRecord } from './verdict/post.ts'
import { doesLast } from './verdict/reasons.ts'
import type { SearchablePost } from './verdict/windows.ts'

type Parts = { cached: AnswerCache; askOembed: EndpointClient; oembedBase: string; tools: XTools }
/** `askedBy` is the client in whose name X was asked. */
type Answer = { post: PostRecord; askedBy: string }
export type PostChecks = ReturnType<typeof createPostChecks>

const VIEW_TIMEOUT_MS = 20_000
const BATCH_TIMEOUT_MS = 36_000
/** How many posts of one check are looked at by oEmbed at once: so a large batch leaves places in the queue to others. */
const VIEWS_AT_ONCE = 6
/** Extra time for answers that are still being computed when a batch times out. */
const GRACE_MS = 1500
/** Lifetime of oEmbed's answers, and of others that cost nothing to get again. */
const CACHE_TTL_MS = 60_000
const CACHE_SEARCHED_TTL_MS = 15 * 60_000

export const viewCacheKey = (id: string) => `look:${id}`
/** Results with and without search are cached under different keys. */
const keyOf = ({ id, unsearched }: PostRecord) => (unsearched ? `seen:${id}` : `post:${id}`)
/** Checks that need the same work at the same time share it. A post whose author is known, or that was found, needs other work. */
const workOf = (post: PostRecord) => [keyOf(post), post.author?.name, post.search?.found].join(' ')

export function createPostChecks(parts: Parts) {
  const singleFlight = createSingleFlight<Answer>()

  /**
   * Searches for posts together, and answers each as soon as no later step looks at it. A post that another check is searching for is searched
   * for once, in the name of the client who came first. A post without an answer stays as it is.
   */
  async function search(
    posts: readonly SearchablePost[],
    caller: Caller,
    timeIsUp: AbortSignal,
  ): Promise<Answer[]> {
    const { clientKey } = caller
    const addToBatch = createBatcher<SearchablePost, Answer>((items, signal, settle) => {
      const soon = { clientKey, signal: AbortSignal.any([signal, timeIsUp]) }
      return searchTogether(parts, items, soon, (post) => settle(post, { post, askedBy: clientKey }))
    })
    const answers = posts.map((post) =>
      singleFlight(workOf(post), caller, ({ signal }) => addToBatch({ ...post }, signal)),
    )
    const settled = await Promise.allSettled(answers)
    return posts.map((post, index) => {
      const answer = settled[index]
      return answer?.status === 'fulfilled' ? answer.value : { post, askedBy: clientKey }
    })
  }

  /**
   * Returns what is known of each post by its id, after asking oEmbed and search. Search is asked for at most `searchedMax` posts that are not
   * cached; the others have the reason `not_asked`. Throws only if the caller's signal aborts.
   */
  async function find(
    posts: readonly PostRecord[],
    caller: Caller,
    searchedMax = Infinity,
  ): Promise<Map<string, PostRecord>> {
    const timeIsUp = AbortSignal.timeout(BATCH_TIMEOUT_MS)
    const until = (...signals: AbortSignal[]) => ({
      ...caller,
      signal: AbortSignal.any([caller.signal, ...signals]),
    })
    // 1. Take what is cached.
    const all = await readCached(parts, posts)
    caller.signal.throwIfAborted()
    const unknown = posts.filter(({ id }) => !all.has(id))
    // 2. Ask oEmbed how it shows the others to logged-out people, a few at a time. Those that are not searched for come last, and are answered.
    const asked = [...unknown.slice(0, searchedMax), ...unknown.slice(searchedMax).map(notAsked)]
    const [wanted, others] = [asked.filter((post) => !isOnlySeen(post)), asked.filter(isOnlySeen)]
    const turn = createQueue({ concurrency: VIEWS_AT_ONCE })
    const soon = until(timeIsUp, AbortSignal.timeout(VIEW_TIMEOUT_MS))
    const seeAll = (posts: readonly PostRecord[]) =>
      Promise.all(
        posts.map(async (post): Promise<SearchablePost[]> => {
          const seen = { ...post, seen: await see(parts, post, soon, turn) }
          const target = toSearchable(seen)
          if (target) return [target]
          await finish(parts, seen, until(timeIsUp))
          all.set(post.id, withSharedAnswer(post, seen))
          return []
        }),
      )
    const [targets, answeringOthers] = [seeAll(wanted), seeAll(others)]
    // 3. Search for those that search may have.
    let open = (await targets).flat()
    const patient = until(AbortSignal.timeout(BATCH_TIMEOUT_MS + GRACE_MS))
    while (open.length > 0) {
      const answers = await search(open, patient, timeIsUp)
      caller.signal.throwIfAborted()
      open = open.filter((post, index) => {
        const { post: found = post, askedBy = caller.clientKey } = answers[index] ?? {}
        all.set(post.id, withSharedAnswer(post, found))
        // If another client's share was used up, X is asked again in the caller's own name.
        return askedBy !== caller.clientKey && isRefusedToOne(found) && !timeIsUp.aborted
      })
    }
    await answeringOthers
    caller.signal.throwIfAborted()
    return all
  }

  return {
    find,
    readLoggedOutView: (id: string, caller: Caller, ask?: EndpointClient, key?: string) =>
      readLoggedOutView(parts, id, caller, ask, key),
  }
}

const notAsked = (post: PostRecord): PostRecord => ({ ...post, unsearched: post.unsearched ?? 'not_asked' })

const isRefusedToOne = ({ search }: PostRecord): boolean =>
  search?.found === null && causeRow(search.reason.cause).ofOneClient === true

/** A search that has just shown a post counts more than an answer that missed it. */
async function readCached({ cached }: Parts, posts: readonly PostRecord[]): Promise<Map<string, PostRecord>> {
  const kept = await Promise.all(posts.map((post) => cached.peek(keyOf(post), PostRecord)))
  const all = new Map<string, PostRecord>()
  for (const [index, post] of posts.entries()) {
    const answer = kept[index]
    if (answer && (answer.search?.found || !post.search?.found))
      all.set(post.id, withSharedAnswer(post, answer))
  }
  return all
}

/** Searches for the posts of one batch, and calls `answered` for each as soon as it is complete. */
async function searchTogether(
  parts: Parts,
  posts: readonly SearchablePost[],
  caller: Caller,
  answered: (post: SearchablePost) => void,
): Promise<void> {
  const answers = new Map<SearchablePost, Promise<void>>()
  const answer = (post: SearchablePost) =>
    void answers.set(
      post,
      finish(parts, post, caller).then(() => answered(post)),
    )
  // If the time is up, posts without a result are answered with that reason.
  await searchForPosts(posts, parts.tools, caller, answer).catch(() => undefined)
  for (const post of posts) if (!answers.has(post)) answer(post)
  await Promise.allSettled(answers.values())
}

const isOnlySeen = ({ unsearched }: PostRecord) => unsearched !== undefined

/** The post if it is to be searched for. For any other, writes down why not, and returns null. */
function toSearchable(post: PostRecord): SearchablePost | null {
  const why = whyNotToSearch(post)
  if (why) post.search = unsearchedBecause(why)
  else if (post.seen && post.seen.author !== null) post.author ??= { name: post.seen.author, userId: null }
  return !post.search && post.author ? Object.assign(post, { author: post.author }) : null
}

function whyNotToSearch(post: PostRecord): Reason | null {
  const { search, unsearched, facts, seen } = post
  if (search?.found) return null
  if (unsearched) return { cause: unsearched }
  if (facts?.notIndexable === 'other_author') return { cause: 'other_author' }
  if (seen?.state === 'gone' || (seen?.state === 'unknown' && !isListedByX(post))) {
    return seen.whyUnknown ?? UNSEEN
  }
  // A name from a URL may be anybody's: searches under it would find nothing out.
  return post.author || seen?.author ? null : { cause: 'no_author' }
}
const UNSEEN: Reason = { cause: 'failed', part: 'preview' }

/** Asks oEmbed again for the post if search missed it, and for the post that it quotes. Caches the answer. */
async function finish(parts: Parts, post: PostRecord, caller: Caller): Promise<void> {
  const { cached, tools } = parts
  const asked = (post.search ??= unsearchedBecause({ cause: 'busy' }))
  // A post may have gone, and its account may have been locked, since oEmbed was asked.
  if (asked.found === false && post.seen?.state === 'shown') {
    post.seen = { ...post.seen, ...(await seeAgain(parts, post, caller)) }
  }
  const isUnseen = post.seen?.state === 'unknown' && !asked.found && post.unsearched !== 'repost'
  if (isUnseen) post.search = unsearchedBecause(post.seen?.whyUnknown ?? UNSEEN, asked.time)
  post.quote = await quoteOf(parts, post, caller)
  await cached.set(keyOf(post), { value: post, ttlMs: ttlFor(post, tools.now()) })
}

async function quoteOf(
  parts: Parts,
  { quoted, seen }: PostRecord,
  caller: Caller,
): Promise<PostRecord['quote']> {
  if (quoted === undefined) return seen?.mayQuote === false ? 'none' : 'unknown'
  if (quoted === null) return 'none'
  const { state } = await readLoggedOutView(parts, quoted, caller).catch(() => NO_VIEW)
  return state === 'gone' ? 'unknown' : state
}

function ttlFor({ seen, search }: PostRecord, now: number): number {
  if (!seen || !search) return 0
  const age = now - (search.time ?? seen.time)
  if (seen.state === 'gone') return CACHE_TTL_MS - age
  if (search.found !== null) return CACHE_SEARCHED_TTL_MS - age
  return seen.state !== 'unknown' && doesLast(search.reason) ? CACHE_TTL_MS - age : 0
}

/** The URL is built from the id alone: a wrong name never decides another visitor's answer. */
async function fetchLoggedOutView(
  { oembedBase, tools }: Parts,
  id: string,
  caller: Caller,
  ask: EndpointClient,
) {
  const url = new URL('/oembed', oembedBase)
  const query = { url: `https://x.com/i/status/${id}`, omit_script: 'true', dnt: 'true' }
  url.search = new URLSearchParams(query).toString()
  const time = tools.now()
  const value = readOembedReply(await ask(url, caller), time)
  return { value, ttlMs: value.state === 'unknown' ? 0 : CACHE_TTL_MS }
}

/** Callers share an answer under one key, so those with an `ask` of their own need a key of their own, too. */
async function readLoggedOutView(
  parts: Parts,
  id: string,
  caller: Caller,
  ask = parts.askOembed,
  key = viewCacheKey(id),
): Promise<LoggedOutView> {
  return await parts.cached.get(key, LoggedOutView, caller, (caller) =>
    fetchLoggedOutView(parts, id, caller, ask),
  )
}

async function see(parts: Parts, post: PostRecord, caller: Caller, turn: Queue): Promise<LoggedOutRecord> {
  try {
    const view = await turn(() => readLoggedOutView(parts, post.id, caller), caller.signal)
    const seen = toLoggedOutRecord(view)
    // X has just listed it: oEmbed is behind.
    return seen.state === 'gone' && isListedByX(post) ? { ...seen, state: 'unknown' } : seen
  } catch (error) {
    return { ...toLoggedOutRecord(NO_VIEW), ...notSeen(parts, error) }
  }
}

const notSeen = ({ tools }: Parts, error: unknown) => ({
  state: 'unknown' as const,
  time: tools.now(),
  whyUnknown: toReason(error, 'preview', tools.now()),
})

/** Asks oEmbed again and does not use the answer from before the searches. */
async function seeAgain(
  parts: Parts,
  { id }: PostRecord,
  caller: Caller,
): Promise<Pick<LoggedOutRecord, 'state' | 'time' | 'whyUnknown'>> {
  try {
    const answer = await fetchLoggedOutView(parts, id, caller, parts.askOembed)
    if (answer.ttlMs > 0) await parts.cached.set(viewCacheKey(id), answer)
    return { state: answer.value.state, time: answer.value.time }
  } catch (error) {
    caller.signal.throwIfAborted()
    return notSeen(parts, error)
  }
}

const NO_VIEW: LoggedOutView = { state: 'unknown', oembed: null, author: null, time: 0 }
